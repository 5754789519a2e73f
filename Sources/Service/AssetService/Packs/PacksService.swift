// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import Logging
internal import ServiceInterface

/// What apps ask of their packs: manifest, status, availability, updates, removal.
struct PacksService: Sendable {
    let store: AssetStore
    let catalog: AppCatalog
    let manifests: ManifestService
    let downloads: DownloadsService
    let local: LocalPacksService
    let logger: Logger

    func manifest(
        of bundleID: String, refresh: Bool
    ) async throws(ServiceError) -> PacksInterface.Manifest.Reply {
        let current = try await current(bundleID, refresh: refresh)
        return PacksInterface.Manifest.Reply(
            manifest: current.manifest, resolvedLanguage: try await catalog.app(bundleID).resolvedLanguage)
    }

    func status(
        of packID: String, bundleID: String, online: Bool
    ) async throws(ServiceError) -> PacksInterface.Status.Reply {
        let information = try await catalog.information(of: bundleID)
        let manifest: DownloadManifest?
        if online {
            manifest = try await current(bundleID, refresh: true).manifest
        } else {
            do throws(ManifestError) { manifest = try await manifests.stored(for: information)?.manifest } catch {
                logger.debug("no stored manifest for the status of \(packID): \(error)")
                manifest = nil
            }
        }
        let key = PackKey(bundleID: bundleID, packID: packID)
        let localVersion = try await local.localVersion(of: key)
        let published = manifest?.entry(withID: packID)
        if online, published == nil, localVersion == nil { throw .packNotFound(packID, of: bundleID) }
        let status = PackStatus(
            localVersion: localVersion, publishedVersion: published?.version,
            downloading: await downloads.isQueued(key), manifestIsKnown: manifest != nil)
        return PacksInterface.Status.Reply(
            status: status.rawValue, localVersion: localVersion, publishedVersion: published?.version)
    }

    /// Makes packs readable: at once when a version is local and that is enough.
    func ensureLocalAvailability(
        of packIDs: [String], bundleID: String, requireLatestVersion: Bool
    ) async throws(ServiceError) -> PacksInterface.EnsureLocalAvailability.Reply {
        var reply = PacksInterface.EnsureLocalAvailability.Reply(available: [:], failures: [])
        var wanted: [String] = []
        for packID in packIDs {
            let version = try await local.localVersion(of: PackKey(bundleID: bundleID, packID: packID))
            if let version, !requireLatestVersion { reply.available[packID] = version } else { wanted.append(packID) }
        }
        guard !wanted.isEmpty else { return reply }
        var current = try await current(bundleID, refresh: requireLatestVersion)
        if wanted.contains(where: { current.manifest.entry(withID: $0) == nil }), !requireLatestVersion {
            // The pack may be newer than the manifest at hand.
            current = try await self.current(bundleID, refresh: true)
        }
        for packID in wanted {
            let key = PackKey(bundleID: bundleID, packID: packID)
            guard let entry = current.manifest.entry(withID: packID) else {
                reply.failures.append(PackFailure(packID: packID, error: .packNotFound(packID, of: bundleID)))
                continue
            }
            if try await local.localVersion(of: key) == entry.version {
                reply.available[packID] = entry.version
            } else {
                try await downloads.enqueue(
                    entry, bundleID: bundleID, manifestAddress: current.address, downloadClass: .foreground)
            }
        }
        for packID in wanted where reply.available[packID] == nil {
            let key = PackKey(bundleID: bundleID, packID: packID)
            switch await downloads.wait(for: key) {
            case .success(let version): reply.available[packID] = version
            case .failure(let error): reply.failures.append(PackFailure(packID: packID, error: error))
            case nil:
                // It ended between queueing and waiting; what is local now tells how.
                if let version = try await local.localVersion(of: key) {
                    reply.available[packID] = version
                } else if !reply.failures.contains(where: { $0.packID == packID }) {
                    let error = ServiceError(
                        .downloadFailed, "the download of \(packID) ended before it could be waited for: try again",
                        subject: packID)
                    reply.failures.append(PackFailure(packID: packID, error: error))
                }
            }
        }
        return reply
    }

    /// Asks the server, starts updates of outdated packs and removes obsolete ones.
    func checkForUpdates(of bundleID: String) async throws(ServiceError) -> PacksInterface.CheckForUpdates.Reply {
        let current = try await current(bundleID, refresh: true)
        var updating: [String] = []
        for pack in try await local.list(of: bundleID) where !current.obsoleteIDs.contains(pack.packID) {
            guard let entry = current.manifest.entry(withID: pack.packID), entry.version != pack.version else {
                continue
            }
            try await downloads.enqueue(
                entry, bundleID: bundleID, manifestAddress: current.address, downloadClass: .background)
            updating.append(pack.packID)
        }
        let removed = current.obsoleteIDs.sorted()
        try await local.remove(removed, of: bundleID)
        return PacksInterface.CheckForUpdates.Reply(updatingIDs: updating.sorted(), removedIDs: removed)
    }

    func remove(_ packID: String, of bundleID: String) async throws(ServiceError) {
        let key = PackKey(bundleID: bundleID, packID: packID)
        let isQueued = await downloads.isQueued(key)
        if isQueued { try await downloads.cancel(key) }
        let isLocal = try await local.localVersion(of: key) != nil
        guard isLocal || isQueued else {
            throw ServiceError(
                .assetPackNotFound, "the asset pack \(packID) of \(bundleID) is not on this device", subject: packID)
        }
        if isLocal { try await local.remove([packID], of: bundleID) }
    }

    /// Every pack known of one app, or of all.
    func list(bundleID: String?) async throws(ServiceError) -> [PackRecord] {
        var records: [PackRecord] = []
        var bundleIDs: [String] = []
        if let bundleID { bundleIDs = [bundleID] } else { bundleIDs = try await catalog.apps().map(\.bundleID) }
        for bundleID in bundleIDs {
            _ = try await catalog.app(bundleID)
            records.append(contentsOf: try await list(of: bundleID))
        }
        return records
    }

    private func list(of bundleID: String) async throws(ServiceError) -> [PackRecord] {
        var manifest: DownloadManifest?
        let information = try await catalog.information(of: bundleID)
        do throws(ManifestError) { manifest = try await manifests.stored(for: information)?.manifest } catch {
            logger.debug("no stored manifest of \(bundleID): \(error)")
        }
        let localPacks = Dictionary(try await local.list(of: bundleID).map { ($0.packID, $0) }) { first, _ in first }
        let published = Dictionary((manifest?.assetPacks ?? []).map { ($0.id, $0) }) { first, _ in first }
        let queued = Dictionary(await downloads.records(of: bundleID).map { ($0.packID, $0) }) { first, _ in first }
        let ids = Set(localPacks.keys).union(published.keys).union(queued.keys)
        return ids.sorted().map { id in
            let status = PackStatus(
                localVersion: localPacks[id]?.version, publishedVersion: published[id]?.version,
                downloading: queued[id] != nil, manifestIsKnown: manifest != nil)
            return PackRecord(
                bundleID: bundleID, id: id, localVersion: localPacks[id]?.version,
                publishedVersion: published[id]?.version, policy: published[id]?.downloadPolicy.name,
                language: published[id]?.language, status: status.rawValue, localBytes: localPacks[id]?.bytes ?? 0,
                downloadSize: published[id]?.downloadSize, completedBytes: queued[id]?.completedBytes,
                waiting: queued[id]?.waiting)
        }
    }

    private func current(_ bundleID: String, refresh: Bool) async throws(ServiceError) -> ManifestService.Current {
        let information = try await catalog.information(of: bundleID)
        do throws(ManifestError) {
            return refresh ? try await manifests.refresh(information) : try await manifests.current(for: information)
        } catch { throw ServiceError(manifest: error, bundleID: bundleID) }
    }
}
