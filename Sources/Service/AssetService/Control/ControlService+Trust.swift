// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import TransferEngine

extension ControlService {
    /// Trusts the certificates in a PEM text.
    func trust(_ pem: String) async throws(ServiceError) -> ControlInterface.Trust.Reply {
        let certificates: [String: String]
        // TLS goes by the system's clock, too.
        do throws(TransferError) {
            certificates = try TrustedCertificates.parse(pem, now: Date().timeIntervalSince1970)
        } catch {
            throw ServiceError(.certificateInvalid, "\(error)")
        }
        let added: [String]
        do throws(AssetStoreError) { added = try await store.trust(certificates, at: clock.now) } catch {
            throw ServiceError(store: error)
        }
        if !added.isEmpty { await network.change() }
        for fingerprint in added { logger.notice("trusting the certificate \(fingerprint)") }
        return ControlInterface.Trust.Reply(
            added: added, present: certificates.keys.filter { !added.contains($0) }.sorted())
    }

    /// The certificates that are trusted, oldest first.
    func trustedCertificates() async throws(ServiceError) -> [TrustedCertificate] {
        let stored: [StoredCertificate]
        do throws(AssetStoreError) { stored = try await store.certificates() } catch {
            throw ServiceError(store: error)
        }
        return stored.map { certificate in
            TrustedCertificate(
                fingerprint: certificate.fingerprint, addedAt: certificate.addedAt,
                expiresAt: TrustedCertificates.end(of: certificate.pem))
        }
    }

    /// Trusts a certificate no longer; connections that stand are given up.
    ///
    /// - Throws: `certificateNotFound` when `fingerprint` is the beginning of none that is trusted, or of several.
    func distrust(_ fingerprint: String) async throws(ServiceError) -> String {
        let wanted = fingerprint.lowercased()
        let known = try await trustedCertificates().map(\.fingerprint).filter {
            !wanted.isEmpty && $0.hasPrefix(wanted)
        }
        guard known.count == 1, let found = known.first else {
            throw ServiceError(
                .certificateNotFound,
                known.isEmpty
                    ? "no trusted certificate has the fingerprint \(fingerprint); `ba trust --list` lists them"
                    : "\(known.count) trusted certificates have fingerprints that begin with \(fingerprint): give more of it",
                subject: fingerprint)
        }
        do throws(AssetStoreError) { try await store.distrust(found) } catch { throw ServiceError(store: error) }
        await network.change()
        logger.notice("trusting the certificate \(found) no longer")
        return found
    }
}
