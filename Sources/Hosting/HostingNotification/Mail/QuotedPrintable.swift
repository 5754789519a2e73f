// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Text as mail carries it where servers take ASCII alone (RFC 2045, 6.7).
enum QuotedPrintable {
    private static let longestLine = 76

    /// - `text`: lines with `\n` between; they have CRLF between then.
    static func encoded(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { encoded(line: $0) }.joined(separator: "\r\n")
    }

    private static func encoded(line: Substring) -> String {
        let bytes = Array(line.utf8)
        var encoded = ""
        var length = 0
        for (index, byte) in bytes.enumerated() {
            let isLast = index == bytes.count - 1
            let isBlank = byte == 0x20 || byte == 0x09
            // Blanks at the end of a line get lost on the way.
            let isPlain = isBlank ? !isLast : (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "=")
            let piece = isPlain ? String(UnicodeScalar(byte)) : "=" + hexadecimal(byte)
            // A place is kept for what says that the line goes on.
            if length + piece.utf8.count > longestLine - (isLast ? 0 : 1) {
                encoded += "=\r\n"
                length = 0
            }
            encoded += piece
            length += piece.utf8.count
        }
        return encoded
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0" + text : text
    }
}
