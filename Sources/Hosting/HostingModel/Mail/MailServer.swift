// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Where a host leaves its mail: a server that takes it by SMTP (RFC 5321, 6409).
package struct MailServer: Codable, Equatable, Sendable {
    package enum Security: String, Codable, CaseIterable, Sendable {
        /// TLS from the first byte (RFC 8314).
        case implicit
        /// TLS before anything is said that matters; without it, nothing is.
        case startTLS
        /// None: for a server on the same machine.
        case none
    }

    package var host: String
    package var port: Int
    package var security: Security
    /// nil where it asks nobody who they are.
    package var user: String?
    package var password: String?
    /// Whom mail is from.
    package var sender: String

    package init(
        host: String, port: Int, security: Security, user: String? = nil, password: String? = nil, sender: String
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.user = user
        self.password = password
        self.sender = sender
    }
}
