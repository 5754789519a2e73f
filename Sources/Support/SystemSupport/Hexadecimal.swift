// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Bytes as lower-case hexadecimal digits.
package enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// What a text of digits stands for; nil for any other.
    ///
    /// - `allowsUpperCase`: whether A to F are digits, too.
    package static func bytes(_ text: some StringProtocol, allowsUpperCase: Bool = false) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 2)
        for place in stride(from: 0, to: characters.count, by: 2) {
            guard let high = value(characters[place], allowsUpperCase),
                let low = value(characters[place + 1], allowsUpperCase)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ character: UInt8, _ allowsUpperCase: Bool) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): allowsUpperCase ? character - UInt8(ascii: "A") + 10 : nil
        default: nil
        }
    }
}
