// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A header of a request.
package struct HTTPField: Hashable, Sendable, Codable {
    package var name: String
    /// May be a secret.
    package var value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Whether it can be sent as it is (RFC 9110, 5.1 and 5.5): nothing in it ends the line.
    var isValid: Bool {
        Self.isToken(name) && value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7f }
    }

    /// Whether a text is a token (RFC 9110, 5.6.2), as methods and names of headers are.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }

    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
