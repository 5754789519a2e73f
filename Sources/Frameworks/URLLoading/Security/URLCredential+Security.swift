// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
public import FoundationNetworking

/// What lets an initialiser in an extension return a subclass, which those of classes cannot.
public protocol _URLCredentialMaking {}

extension URLCredential: _URLCredentialMaking {}

extension _URLCredentialMaking where Self: URLCredential {
    /// Trusts a server.
    ///
    /// - Parameter trust: what the server has shown.
    public init(trust: SecTrust) { self = Self.made(SecurityCredential(.trust)) }

    /// Shows a server a certificate.
    ///
    /// - Parameters:
    ///   - identity: the certificate with its key.
    ///   - certificates: nothing is done with them: an identity has what leads to its authority.
    ///   - persistence: an identity is kept for as long as the service lives, and never written anywhere.
    public init(identity: SecIdentity, certificates: [Any]?, persistence: URLCredential.Persistence) {
        self = Self.made(SecurityCredential(.identity(identity)))
    }

    private static func made(_ credential: SecurityCredential) -> Self {
        guard let made = credential as? Self else {
            preconditionFailure("only URLCredential itself can be made of certificates, not \(Self.self)")
        }
        return made
    }
}

extension URLCredential {
    /// What it is of, other than a name and a password.
    package var security: SecurityCredential.Content? { (self as? SecurityCredential)?.content }
}

/// A credential that is no name and password.
package final class SecurityCredential: URLCredential, @unchecked Sendable {
    package enum Content: Sendable {
        case trust
        case identity(SecIdentity)
    }

    // @unchecked as its class is: it does not change.
    fileprivate let content: Content

    fileprivate init(_ content: Content) {
        self.content = content
        super.init(user: "", password: "", persistence: .forSession)
    }

    /// Keys and judgements are not written anywhere.
    package required init?(coder: NSCoder) { nil }
}
