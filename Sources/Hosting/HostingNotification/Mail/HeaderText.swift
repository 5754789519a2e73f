// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Text in a header of a mail: as it is where it is ASCII and short, else in encoded words (RFC 2047).
enum HeaderText {
    /// With the name of the header no line is longer than 78.
    private static let longestPlain = 66
    /// Of UTF-8, in a word of 75 characters.
    private static let wordBytes = 45

    static func encoded(_ text: String) -> String {
        let line = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }))
        // What looks like an encoded word would be read as one.
        if line.utf8.count <= longestPlain, line.utf8.allSatisfy({ $0 < 0x80 }), !line.contains("=?") { return line }
        var words: [String] = []
        var word = ""
        for character in line.unicodeScalars {
            if word.utf8.count + String(character).utf8.count > wordBytes {
                words.append(word)
                word = ""
            }
            word.unicodeScalars.append(character)
        }
        words.append(word)
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
