// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// An address that mail goes to (RFC 5321, without quoted names and addresses of numbers), in lower case: `team@example.com`.
package struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    /// What servers have to take at least.
    private static let largestLength = 254
    private static let largestNameLength = 64

    package let description: String

    /// - Returns: nil for what is none.
    package init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.largestLength, parts.count == 2, Self.isName(parts[0]), Self.isDomain(parts[1])
        else { return nil }
        description = text.lowercased()
    }

    package var domain: String { String(description.split(separator: "@")[1]) }

    private static func isName(_ text: Substring) -> Bool {
        text.utf8.count <= largestNameLength
            && isDotted(text) { byte in
                isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
            }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        isDotted(text) { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
            && text.split(separator: ".").allSatisfy { $0.first != "-" && $0.last != "-" && $0.utf8.count <= 63 }
    }

    /// Whether it is words with dots in between.
    private static func isDotted(_ text: Substring, of isAllowed: (UInt8) -> Bool) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && $0.utf8.allSatisfy(isAllowed)
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
