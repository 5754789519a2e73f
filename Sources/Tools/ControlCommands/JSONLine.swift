// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import ToolSupport

/// JSON on one line, for commands that report as they go on.
package enum JSONLine {
    package static func text(_ value: some Encodable) throws(ToolError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
            throw ToolError(.software, "the result has no JSON form: \(error)")
        }
    }
}
