// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A validator of a representation, as `ETag` carries it (RFC 9110, 8.8.3).
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// What stands between the quotes.
    package let value: String
    package let isWeak: Bool

    /// `value` is printable ASCII without quotes; a digest in hexadecimal, for example.
    package init(_ value: String, isWeak: Bool = false) {
        self.value = value
        self.isWeak = isWeak
    }

    /// Reads one tag, `"…"` or `W/"…"`; nil for anything else.
    package init?(parsing text: some StringProtocol) {
        var bytes = Array(text.utf8)[...]
        var isWeak = false
        if bytes.starts(with: "W/".utf8) {
            isWeak = true
            bytes = bytes.dropFirst(2)
        }
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else { return nil }
        let inner = bytes.dropFirst().dropLast()
        guard inner.allSatisfy({ $0 == 0x21 || ($0 >= 0x23 && $0 != 0x7f) }) else { return nil }
        self.init(String(decoding: inner, as: UTF8.self), isWeak: isWeak)
    }

    package var description: String { (isWeak ? "W/" : "") + "\"" + value + "\"" }

    /// Whether both stand for the same bytes; a weak tag never does.
    package func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && value == other.value }

    /// Whether both stand for the same content, byte for byte or not.
    package func matchesWeakly(_ other: EntityTag) -> Bool { value == other.value }
}
