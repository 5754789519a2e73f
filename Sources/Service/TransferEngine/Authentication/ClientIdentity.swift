// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOSSL

/// A certificate with its private key, in the form in which an app has it.
package struct ClientIdentity: Hashable, Sendable, CustomStringConvertible {
    package enum Form: Hashable, Sendable {
        /// Certificates, the own one first, and the key.
        case pem(certificates: String, privateKey: String)
        /// As most tools export it.
        case pkcs12([UInt8], passphrase: String)
    }

    package var form: Form

    package init(_ form: Form) { self.form = form }

    package var description: String { "an identity" }

    /// - Throws: why it cannot be used; the key is not shown.
    func load() throws(TransferError) -> (chain: [NIOSSLCertificate], key: NIOSSLPrivateKey) {
        do {
            switch form {
            case .pem(let certificates, let privateKey):
                let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificates.utf8))
                guard !chain.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
                return (chain, try NIOSSLPrivateKey(bytes: Array(privateKey.utf8), format: .pem))
            case .pkcs12(let bytes, let passphrase):
                let bundle = try NIOSSLPKCS12Bundle(buffer: bytes, passphrase: Array(passphrase.utf8))
                return (bundle.certificateChain, bundle.privateKey)
            }
        } catch {
            throw .certificate(reason: "the identity that the app has given cannot be read: \(error)")
        }
    }
}
