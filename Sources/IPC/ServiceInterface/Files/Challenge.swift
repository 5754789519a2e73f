// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What a server wants to know, or to be believed, before it gives a file.
package struct Challenge: Codable, Equatable, Sendable {
    package enum Method: String, OpenEnumeration {
        case httpBasic, httpDigest
        /// A token; the credential has it as its password.
        case httpBearer
        /// Whether it is the one that it says it is.
        case serverTrust
        /// A certificate of whoever asks.
        case clientCertificate
        case unknown
    }

    /// A UUID, by which it is answered.
    package var id: String
    package var method: Method
    package var host: String
    package var port: Int
    /// It is the proxy that asks, not the server.
    package var proxy: Bool?
    /// What the password is for, in the server's words.
    package var realm: String?
    /// Answers that the server has not taken.
    package var previousFailures: Int
    /// What the server has shown, in DER: its own certificate first.
    package var certificates: [Data]
    /// Why the system does not trust them; nil when it does.
    package var distrust: String?

    package init(
        id: String, method: Method, host: String, port: Int, proxy: Bool? = nil, realm: String? = nil,
        previousFailures: Int = 0, certificates: [Data] = [], distrust: String? = nil
    ) {
        self.id = id
        self.method = method
        self.host = host
        self.port = port
        self.proxy = proxy
        self.realm = realm
        self.previousFailures = previousFailures
        self.certificates = certificates
        self.distrust = distrust
    }
}
