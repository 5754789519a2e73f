// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
package import FoundationEssentials
internal import SwiftASN1
package import SystemSupport
package import X509

/// A server's own certificate authority: made once, kept, and trusted by devices when somebody says so.
package struct CertificateAuthority: Sendable {
    /// How long it lasts: ten years, so that devices are told once.
    static let lifetime: TimeInterval = 10 * 365 * 86400
    /// A leaf is valid for 397 days, below the 825 that Apple's systems allow under an authority that a user added.
    static let leafLifetime: TimeInterval = 397 * 86400
    /// Clocks of devices may be behind.
    static let clockAllowance: TimeInterval = 86400

    package let certificate: Certificate
    let key: Certificate.PrivateKey

    /// The certificate as devices import it.
    package var pem: String {
        get throws(IdentityError) { try Self.pem { try certificate.serializeAsPEM().pemString } }
    }

    /// Takes the authority that is kept in the folder; makes one when there is none or when it has expired.
    ///
    /// - Returns: the authority, and whether it is new.
    package static func load(
        from data: IdentityFolder, in folder: borrowing Directory, now: Date = Date()
    ) throws(IdentityError) -> (authority: CertificateAuthority, isNew: Bool) {
        if let pair = try KeyPairFile.load(
            certificate: IdentityFolder.authorityCertificateName, key: IdentityFolder.authorityKeyName,
            from: data, in: folder), pair.certificate.notValidAfter > now + leafLifetime
        {
            return (CertificateAuthority(certificate: pair.certificate, key: pair.key), false)
        }
        let authority = try make(for: data.purpose, now: now)
        try KeyPairFile.write(
            chain: [authority.certificate], key: authority.key,
            certificateName: IdentityFolder.authorityCertificateName, keyName: IdentityFolder.authorityKeyName,
            to: data, in: folder)
        return (authority, true)
    }

    /// Makes an authority: P-256, path length 0, so that it can vouch for servers and for no other authority.
    static func make(for purpose: String, now: Date) throws(IdentityError) -> CertificateAuthority {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let machine = MachineNames.names.first?.description ?? "this machine"
        return try pem {
            let name = try DistinguishedName {
                CommonName("\(purpose) on \(machine.prefix(20))")
                OrganizationName("swift-background-assets")
            }
            let certificate = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
                notValidBefore: now - clockAllowance, notValidAfter: now + lifetime, issuer: name, subject: name,
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                    SubjectKeyIdentifier(hash: key.publicKey)
                }, issuerPrivateKey: key)
            return CertificateAuthority(certificate: certificate, key: key)
        }
    }

    /// Makes a server's certificate for these names, with a key of its own.
    func issue(for hosts: [HostName], now: Date) throws(IdentityError) -> KeyPairFile {
        let leafKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
        return try Self.pem {
            let authorityKeyIdentifier = try certificate.extensions.subjectKeyIdentifier?.keyIdentifier
            let leaf = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: leafKey.publicKey,
                notValidBefore: now - Self.clockAllowance, notValidAfter: now + Self.leafLifetime,
                issuer: certificate.subject,
                subject: DistinguishedName { CommonName(String((hosts.first?.description ?? "ba-serve").prefix(64))) },
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true))
                    try ExtendedKeyUsage([.serverAuth])
                    SubjectAlternativeNames(hosts.map(\.generalName))
                    SubjectKeyIdentifier(hash: leafKey.publicKey)
                    AuthorityKeyIdentifier(keyIdentifier: authorityKeyIdentifier)
                }, issuerPrivateKey: key)
            return KeyPairFile(certificate: leaf, key: leafKey)
        }
    }

    private static func pem<Result>(_ body: () throws -> Result) throws(IdentityError) -> Result {
        do {
            return try body()
        } catch {
            throw .unusable("a certificate could not be made: \(error)")
        }
    }
}

extension HostName {
    /// As it stands among a certificate's alternative names.
    var generalName: GeneralName {
        switch kind {
        case .name(let name): .dnsName(name)
        case .address(let bytes): .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
        }
    }
}
