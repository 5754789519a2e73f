// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What answers a challenge: one of the four. It is secret, and is written and logged nowhere.
package struct Credential: Codable, Hashable, Sendable, CustomStringConvertible {
    /// A name and its password.
    package struct Password: Codable, Hashable, Sendable {
        package var user: String
        package var password: String
        /// It serves for this request alone.
        package var once: Bool?

        package init(user: String, password: String, once: Bool? = nil) {
            self.user = user
            self.password = password
            self.once = once
        }
    }

    /// A certificate with its key, both as PEM.
    package struct Identity: Codable, Hashable, Sendable {
        /// The own one first.
        package var certificates: String
        package var privateKey: String

        package init(certificates: String, privateKey: String) {
            self.certificates = certificates
            self.privateKey = privateKey
        }
    }

    /// A certificate with its key, as PKCS #12.
    package struct Archive: Codable, Hashable, Sendable {
        package var data: Data
        package var passphrase: String

        package init(data: Data, passphrase: String) {
            self.data = data
            self.passphrase = passphrase
        }
    }

    package var password: Password?
    /// The server is trusted that shows the certificate that it has shown.
    package var trust: Bool?
    package var identity: Identity?
    package var archive: Archive?

    package init(
        password: Password? = nil, trust: Bool? = nil, identity: Identity? = nil, archive: Archive? = nil
    ) {
        self.password = password
        self.trust = trust
        self.identity = identity
        self.archive = archive
    }

    package var description: String { "a credential" }
}
