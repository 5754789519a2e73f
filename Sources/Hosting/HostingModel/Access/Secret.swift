// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import SystemSupport

/// Something that only its holder knows, as a session: what is kept is its digest, with which nobody gets in.
package struct Secret: Sendable {
    private static let size = 32

    /// For its holder: letters, digits, `-` and `_`.
    package let text: String
    /// For the record, in lower-case hexadecimal digits.
    package let digest: String

    /// A new one, from the system's generator.
    package init() {
        let random = Data((0..<Self.size).map { _ in UInt8.random(in: .min ... .max) })
        self.init(
            checked: random.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: ""))
    }

    /// One that somebody has shown.
    ///
    /// - Returns: nil for what cannot be one.
    package init?(_ text: String) {
        guard text.utf8.count == 43,
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else { return nil }
        self.init(checked: text)
    }

    private init(checked text: String) {
        self.text = text
        digest = Hexadecimal.text(SHA256.hash(data: Data(text.utf8)))
    }
}
