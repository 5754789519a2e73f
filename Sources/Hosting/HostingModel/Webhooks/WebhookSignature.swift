// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation

/// The signature by which a receiver knows that an event comes from here: HMAC-SHA256 of the body with the secret of the web
/// hook (hosting-api 5).
package enum WebhookSignature {
    package static let header = "x-apple-signature"

    /// The value of the header.
    package static func value(of body: [UInt8], secret: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: Data(secret.utf8)))
        let digits = Array("0123456789abcdef".utf8)
        let text = code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "hmacsha256=" + String(decoding: text, as: UTF8.self)
    }
}
