// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Text from outside, file names and requests, as it may be shown: control characters would move the cursor, split a row
/// or rewrite the terminal's title.
package enum PrintableText {
    /// Characters of a name that are shown. A longer one would go on in the next line of a terminal, and could be written so
    /// as to look like a line of its own.
    private static let nameLimit = 64

    /// The text with a replacement character for each control character but those in `keeping`.
    package static func of(_ text: some StringProtocol, keeping: [Unicode.Scalar] = []) -> String {
        func isHarmful(_ scalar: Unicode.Scalar) -> Bool { isControl(scalar) && !keeping.contains(scalar) }
        guard text.unicodeScalars.contains(where: isHarmful) else { return String(text) }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmful($0) ? "\u{fffd}" : $0 }))
    }

    /// A name that somebody else has chosen, as an app's, on one line among others: with no gap in it that could move what
    /// follows to another place.
    package static func name(_ text: String) -> String {
        let words = text.split { $0.isWhitespace && !$0.unicodeScalars.contains(where: isControl) }
        let line = of(words.joined(separator: " ")).unicodeScalars
        guard line.count > nameLimit else { return String(line) }
        return String(String.UnicodeScalarView(line.prefix(nameLimit - 1))) + "…"
    }

    /// Whether a terminal would obey it, or end a line or change the direction of writing at it.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<32, 127...159, 0x2028, 0x2029, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
