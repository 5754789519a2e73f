// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Numbers of bytes as people read them.
package enum ByteCount {
    private static let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]

    /// `999 B`, `1.5 kB`, `12 MB`, `3.25 GB`: decimal units with three significant digits, as Apple's tools print.
    package static func text(_ count: Int64) -> String {
        let magnitude = count.magnitude
        if magnitude < 1000 { return "\(count) B" }
        var value = Double(magnitude)
        var unit = 0
        while value >= 999.5, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        let scale: Double = value < 9.995 ? 100 : value < 99.95 ? 10 : 1
        let rounded = (value * scale).rounded() / scale
        let digits = rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
        return (count < 0 ? "-" : "") + digits + " " + units[unit]
    }
}
