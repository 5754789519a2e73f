// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Bytes as lower-case hexadecimal digits.
package enum Hexadecimal {
    package static func text(_ bytes: some Sequence<UInt8>) -> String { text(Array(bytes)) }

    /// The same for an array, which other modules have no generic form of: that takes ten times as long.
    package static func text(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            var place = 0
            for byte in bytes {
                text.initializeElement(at: place, to: digit(byte >> 4))
                text.initializeElement(at: place + 1, to: digit(byte & 15))
                place += 2
            }
            return place
        }
    }

    /// Appends the digits of bytes.
    package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
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
