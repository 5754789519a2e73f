// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A certificate with its private key, by which a server knows its clients.
///
/// There is no keychain on Linux: an app makes one of what it has. Whether it can be used is found out by the service,
/// when a server asks for it.
public final class SecIdentity: Sendable {
    package enum Form: Sendable {
        case pem(certificates: String, privateKey: String)
        case pkcs12(Data, passphrase: String)
    }

    package let form: Form

    /// Makes one of PEM texts.
    ///
    /// - Parameters:
    ///   - certificates: the own one, then those that lead from it to its authority.
    ///   - privateKey: not encrypted.
    public init(certificates: String, privateKey: String) {
        form = .pem(certificates: certificates, privateKey: privateKey)
    }

    /// Makes one of what other systems export, a `.p12` file.
    public init(pkcs12: Data, passphrase: String) { form = .pkcs12(pkcs12, passphrase: passphrase) }
}
