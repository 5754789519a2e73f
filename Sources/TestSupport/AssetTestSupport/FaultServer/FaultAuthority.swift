// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import FoundationEssentials
internal import NIOSSL
internal import SwiftASN1
internal import X509

/// A throw-away authority, and the certificates it issues, good and bad ones.
struct FaultAuthority: Sendable {
    private let certificate: Certificate
    private let key: Certificate.PrivateKey
    /// What tells an authority from another one of the same name.
    private let keyIdentifier: SubjectKeyIdentifier

    init() throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        self.key = key
        let keyIdentifier = SubjectKeyIdentifier(hash: key.publicKey)
        self.keyIdentifier = keyIdentifier
        let name = try DistinguishedName { CommonName("FaultServer") }
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: Date() - 30 * 86400, notValidAfter: Date() + 30 * 86400, issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
                keyIdentifier
            }, issuerPrivateKey: key)
    }

    func pem() throws -> String { try certificate.serializeAsPEM().pemString }

    /// A server's certificate and its key, as PEM.
    func server(_ kind: FaultServer.Certificate) throws -> (certificate: String, key: String) {
        if case .unknownAuthority = kind { return try FaultAuthority().server(.valid) }
        let leafKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let day: TimeInterval = 86400
        let (begin, end) =
            switch kind {
            case .expired: (-20 * day, -day)
            case .notYetValid: (day, 20 * day)
            default: (-day, 20 * day)
            }
        let names: [GeneralName] =
            if case .wrongHost = kind {
                [.dnsName("elsewhere.example")]
            } else {
                [
                    .dnsName("localhost"), .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])),
                    .ipAddress(ASN1OctetString(contentBytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])),
                ]
            }
        let leaf = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: leafKey.publicKey,
            notValidBefore: Date() + begin, notValidAfter: Date() + end, issuer: certificate.subject,
            subject: DistinguishedName { CommonName("FaultServer leaf") }, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names)
                AuthorityKeyIdentifier(keyIdentifier: keyIdentifier.keyIdentifier)
            }, issuerPrivateKey: key)
        return (try leaf.serializeAsPEM().pemString, try leafKey.serializeAsPEM().pemString)
    }

    /// What the server's side of TLS is made with.
    func context(
        _ kind: FaultServer.Certificate, protocols: [String] = ["http/1.1"], demandsClients: Bool = false
    ) throws -> NIOSSLContext {
        let identity = try server(kind)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(identity.certificate.utf8))
                .map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem)))
        configuration.applicationProtocols = protocols
        if demandsClients {
            configuration.certificateVerification = .noHostnameVerification
            configuration.trustRoots = .certificates([
                try NIOSSLCertificate(bytes: certificate.serializeAsPEM().derBytes, format: .der)
            ])
        }
        return try NIOSSLContext(configuration: configuration)
    }

    /// A client's certificate and its key, as PEM.
    func client() throws -> (certificate: String, key: String) {
        let leafKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let leaf = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: leafKey.publicKey,
            notValidBefore: Date() - 86400, notValidAfter: Date() + 86400, issuer: certificate.subject,
            subject: DistinguishedName { CommonName("FaultServer client") }, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.clientAuth])
                AuthorityKeyIdentifier(keyIdentifier: keyIdentifier.keyIdentifier)
            }, issuerPrivateKey: key)
        return (try leaf.serializeAsPEM().pemString, try leafKey.serializeAsPEM().pemString)
    }
}
