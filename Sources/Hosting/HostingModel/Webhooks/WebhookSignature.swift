// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import SystemSupport

/// The signature by which a receiver knows that an event comes from here: HMAC-SHA256 of the body with the secret of the web
/// hook (hosting-api 5).
package enum WebhookSignature {
    package static let header = "x-apple-signature"

    /// The value of the header.
    package static func value(of body: [UInt8], secret: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: Data(secret.utf8)))
        return "hmacsha256=" + Hexadecimal.text(code)
    }
}
