// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a service has told.
package enum BusAnswer: Equatable, Sendable {
    case text(String)
    /// A Boolean is 0 or 1.
    case number(Int64)

    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var number: Int64? { if case .number(let value) = self { value } else { nil } }
}
