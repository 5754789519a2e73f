// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import NIOSSL
internal import SystemSupport

/// Reads certificates that a person wants trusted.
package enum TrustedCertificates {
    /// When a certificate ends, in seconds since 1970; 0 for what is none.
    package static func end(of pem: String) -> Double {
        do { return Double(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)).first?.notValidAfter ?? 0) } catch {
            return 0
        }
    }

    /// Splits a PEM text into certificates, by the SHA-256 of their DER form (lower-case hexadecimal).
    ///
    /// - Throws: `certificate` when there is none, one cannot be read, or one has ended by `now`, in seconds since 1970.
    package static func parse(_ pem: String, now: Double) throws(TransferError) -> [String: String] {
        do {
            var result: [String: String] = [:]
            for certificate in try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)) {
                let der = try certificate.toDERBytes()
                let fingerprint = Hexadecimal.text(SHA256.hash(data: der))
                guard Double(certificate.notValidAfter) > now else {
                    throw TransferError.certificate(
                        reason: "the certificate \(fingerprint) expired at "
                            + Date(timeIntervalSince1970: Double(certificate.notValidAfter)).formatted(.iso8601)
                            + ": nothing that it signed would be trusted")
                }
                let body = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
                result[fingerprint] = "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n"
            }
            guard !result.isEmpty else {
                throw TransferError.certificate(reason: "the text holds no certificate in PEM form")
            }
            return result
        } catch let error as TransferError {
            throw error
        } catch {
            throw .certificate(
                reason:
                    "the text holds a certificate that cannot be read: between its BEGIN and END lines there must be "
                    + "the Base64 of one in DER form (\(error))")
        }
    }
}
