// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Text from outside, file names and requests, as it may be shown: control characters would move the cursor, split a row
/// or rewrite the terminal's title.
package enum PrintableText {
    /// The text with a replacement character for each control character but those in `keeping`.
    package static func of(_ text: some StringProtocol, keeping: [Unicode.Scalar] = []) -> String {
        func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
            (scalar.value < 32 || (127...159).contains(scalar.value)) && !keeping.contains(scalar)
        }
        guard text.unicodeScalars.contains(where: isHarmful) else { return String(text) }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmful($0) ? "\u{fffd}" : $0 }))
    }
}
