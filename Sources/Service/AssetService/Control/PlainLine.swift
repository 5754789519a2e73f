// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Makes one line of a text whose parts come from apps and servers: what would begin another line, steer a terminal or turn
/// the direction of writing is shown, and not done.
enum PlainLine {
    static func make(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isSpecial) else { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            if scalar == "\n" {
                line += " ⏎ "
            } else if isSpecial(scalar) {
                line += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // ASCII, which is nearly all of it; a tab does no harm.
        case 0x20..<0x7f, 0x09: false
        case 0x202a...0x202e, 0x2066...0x2069: true
        default:
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}
