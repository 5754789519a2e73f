// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import NIOSSL
internal import SwiftASN1
internal import X509

/// This machine's own certificate and key, by which those that it is paired with know it. It is made when it is first needed.
package struct LinkIdentity: Sendable {
    private static let fileName = "identity.pem"
    /// Pins do not end; the dates are there because a certificate has some.
    private static let lifetime: TimeInterval = 30 * 365 * 86400

    let certificate: NIOSSLCertificate
    let key: NIOSSLPrivateKey
    package let fingerprint: Fingerprint

    /// Takes the one that is kept in the folder, or makes it.
    package init(in folder: LinkFolder) throws(LinkError) {
        self = try folder.alone { () throws(LinkError) in
            if let kept = try folder.read(Self.fileName, limit: 64 << 10) {
                do { return try LinkIdentity(pem: kept) } catch {
                    throw .damaged(path: folder.path + "/" + Self.fileName, reason: "\(error)")
                }
            }
            do {
                let pem = try Self.make()
                try folder.write(pem, to: Self.fileName)
                return try LinkIdentity(pem: pem)
            } catch let error as LinkError {
                throw error
            } catch { throw .identity(reason: "\(error)") }
        }
    }

    /// - `pem`: certificate and key.
    private init(pem: [UInt8]) throws {
        guard let certificate = try NIOSSLCertificate.fromPEMBytes(pem).first else {
            throw NIOSSLError.failedToLoadCertificate
        }
        self.certificate = certificate
        key = try NIOSSLPrivateKey(bytes: pem, format: .pem)
        fingerprint = Fingerprint(ofCertificate: try certificate.toDERBytes())
    }

    private static func make() throws -> [UInt8] {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let name = try DistinguishedName { CommonName("Background Assets pairing") }
        let now = Date()
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: now - 86400, notValidAfter: now + lifetime, issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth, .clientAuth])
            }, issuerPrivateKey: key)
        return Array((try key.serializeAsPEM().pemString + "\n" + certificate.serializeAsPEM().pemString + "\n").utf8)
    }

    /// What both ends of a link are made with: TLS 1.3 alone, and a certificate of both.
    func configuration(isServer: Bool) -> TLSConfiguration {
        var configuration =
            isServer
            ? TLSConfiguration.makeServerConfiguration(
                certificateChain: [.certificate(certificate)], privateKey: .privateKey(key))
            : TLSConfiguration.makeClientConfiguration()
        if !isServer {
            configuration.certificateChain = [.certificate(certificate)]
            configuration.privateKey = .privateKey(key)
        }
        configuration.minimumTLSVersion = .tlsv13
        // Whom to trust is asked of the list of peers, in the place of any authority.
        configuration.certificateVerification = .noHostnameVerification
        configuration.applicationProtocols = ["background-assets-debug/1"]
        return configuration
    }
}
