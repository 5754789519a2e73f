// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Spells numbers with as many digits as mean something.
enum Figure {
    static func number(_ value: Double) -> String {
        let digits =
            value == value.rounded() && abs(value) < 1000 ? 0 : abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
        return String(format: "%.\(abs(value) > 0 && abs(value) < 0.1 ? 3 : digits)f", value)
    }

    static func text(_ value: Double, _ unit: String) -> String {
        unit.isEmpty ? number(value) : "\(number(value)) \(unit)"
    }
}
