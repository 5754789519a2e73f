// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A name and a password. It is shown nowhere.
package struct HTTPCredential: Hashable, Sendable, CustomStringConvertible {
    package var user: String
    package var password: String
    /// Whether it serves for what is asked later, too.
    package var isKept: Bool

    package init(user: String, password: String, isKept: Bool = true) {
        self.user = user
        self.password = password
        self.isKept = isKept
    }

    package var description: String { "a credential" }

    /// As Basic has it (RFC 7617, 2); nil when it cannot.
    var basic: String? {
        guard !user.utf8.contains(UInt8(ascii: ":")), Self.isPlain(user), Self.isPlain(password) else { return nil }
        return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }

    /// The password as a token (RFC 6750, 2.1); nil when it is none.
    var bearer: String? {
        let isToken = password.utf8.allSatisfy { byte in
            byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",") && (0x21...0x7e).contains(byte)
        }
        return password.isEmpty || !isToken ? nil : "Bearer " + password
    }

    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } }
}
