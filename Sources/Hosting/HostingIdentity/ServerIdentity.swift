// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
internal import NIOCore
package import NIOSSL
internal import SwiftASN1
package import X509

/// What a server proves itself with: its chain of certificates and the key of the first.
package struct ServerIdentity: Sendable {
    /// A leaf with less time left than this is replaced: 30 days.
    private static let renewalTime: TimeInterval = 30 * 86400

    /// Leaf first.
    package let chain: [Certificate]
    package let key: Certificate.PrivateKey

    init(chain: [Certificate], key: Certificate.PrivateKey) {
        self.chain = chain
        self.key = key
    }

    /// Takes the server's own identity for these names, and makes what is missing of it.
    ///
    /// The leaf is kept from run to run; a new one is issued when a name is not covered or its end is near.
    ///
    /// - Returns: the identity, the authority's certificate, and whether the authority is new.
    package static func own(
        for hosts: [HostName], in data: IdentityFolder, now: Date = Date()
    ) throws(IdentityError) -> (identity: ServerIdentity, authority: Certificate, authorityIsNew: Bool) {
        try data.withLock { folder throws(IdentityError) in
            let (authority, isNew) = try CertificateAuthority.load(from: data, in: folder, now: now)
            if !isNew,
                let kept = try KeyPairFile.load(
                    certificate: IdentityFolder.leafCertificateName, key: IdentityFolder.leafKeyName, from: data,
                    in: folder),
                authority.certificate.publicKey.isValidSignature(kept.certificate.signature, for: kept.certificate),
                kept.certificate.notValidAfter > now + renewalTime, kept.certificate.notValidBefore <= now
            {
                let identity = ServerIdentity(chain: [kept.certificate], key: kept.key)
                if hosts.allSatisfy(identity.covers) { return (identity, authority.certificate, isNew) }
            }
            let leaf = try authority.issue(for: hosts, now: now)
            try KeyPairFile.write(
                chain: [leaf.certificate], key: leaf.key, certificateName: IdentityFolder.leafCertificateName,
                keyName: IdentityFolder.leafKeyName, to: data, in: folder)
            return (ServerIdentity(chain: [leaf.certificate], key: leaf.key), authority.certificate, isNew)
        }
    }

    /// Whether the leaf may be used under this name or address.
    package func covers(_ host: HostName) -> Bool {
        guard let leaf = chain.first, let names = try? leaf.extensions.subjectAlternativeNames else { return false }
        return names.contains { name in
            switch (name, host.kind) {
            case (.ipAddress(let address), .address(let bytes)): return Array(address.bytes) == bytes
            case (.dnsName(let pattern), .name(let name)): return Self.matches(name, pattern.lowercased())
            default: return false
            }
        }
    }

    /// What TLS is configured with.
    ///
    /// HTTP/2 or HTTP/1.1 is agreed on during the handshake; versions below TLS 1.2 are refused.
    package func tlsConfiguration() throws(IdentityError) -> TLSConfiguration {
        do {
            let certificates = try chain.map { certificate in
                try NIOSSLCertificate(bytes: Array(certificate.serializeAsPEM().derBytes), format: .der)
            }
            let key = try NIOSSLPrivateKey(bytes: Array(key.serializeAsPEM().pemString.utf8), format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            // Whoever ends a server does not want to wait for clients that do not say good-bye.
            configuration.shutdownTimeout = .milliseconds(500)
            return configuration
        } catch {
            throw .unusable("TLS refuses it: \(error)")
        }
    }

    /// A `*` stands for one whole label (RFC 9525, 6.3).
    private static func matches(_ name: String, _ pattern: String) -> Bool {
        guard pattern.hasPrefix("*.") else { return name == pattern }
        guard let dot = name.firstIndex(of: ".") else { return false }
        return name[dot...] == pattern.dropFirst()
    }
}
