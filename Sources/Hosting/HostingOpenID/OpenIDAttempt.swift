// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import HostingModel

/// Somebody who has gone to a provider, and is to come back: their browser keeps it meanwhile.
package struct OpenIDAttempt: Equatable, Sendable {
    /// Seconds for which it is worth waiting.
    package static let lifetime = 600

    /// What the answer has to name, which only this browser knows.
    package let state: String
    /// What the token has to name.
    let nonce: String
    /// What the code is good with alone (RFC 7636).
    let verifier: String
    /// Where they wanted to go.
    package let destination: String

    package init(destination: String) {
        state = Secret().text
        nonce = Secret().text
        verifier = Secret().text
        self.destination = destination
    }

    /// As a browser has kept it; nil for something else.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts[0..<3].allSatisfy({ Secret($0) != nil }),
            let data = Data(base64URL: parts[3]), let destination = String(validating: data, as: UTF8.self)
        else { return nil }
        (state, nonce, verifier) = (parts[0], parts[1], parts[2])
        self.destination = destination
    }

    /// Letters, digits, `-`, `_` and `.`.
    package var text: String { [state, nonce, verifier, Data(destination.utf8).base64URL].joined(separator: ".") }

    /// What the provider is told of the verifier (S256).
    var challenge: String { Data(SHA256.hash(data: Data(verifier.utf8))).base64URL }
}
