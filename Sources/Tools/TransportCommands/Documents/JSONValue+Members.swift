// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

extension JSONValue {
    subscript(_ name: String) -> JSONValue? { if case .object(let members) = self { members[name] } else { nil } }

    var string: String? { if case .string(let value) = self { value } else { nil } }

    var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }

    /// A whole number, however it is written.
    var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }
}
