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
    let events: EventsService
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
    ///
    /// - `areRequested`: whether the app has asked for these very packs.
    /// - `callID`: of the call, by which it is known when it is made again.
    func ensureLocalAvailability(
        of packIDs: [String], bundleID: String, requireLatestVersion: Bool, areRequested: Bool = true,
        callID: String? = nil
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
        var queued: [String] = []
        for packID in wanted {
            guard let entry = current.manifest.entry(withID: packID) else {
                reply.failures.append(PackFailure(packID: packID, error: .packNotFound(packID, of: bundleID)))
                continue
            }
            if try await local.localVersion(of: PackKey(bundleID: bundleID, packID: packID)) == entry.version {
                reply.available[packID] = entry.version
            } else {
                try await downloads.enqueue(
                    entry, bundleID: bundleID, manifestAddress: current.address, downloadClass: .foreground,
                    callID: callID)
                queued.append(packID)
            }
        }
        if areRequested, !queued.isEmpty {
            do throws(AssetStoreError) { try await store.noteRequested(queued, of: bundleID) } catch {
                throw ServiceError(store: error)
            }
        }
        for packID in queued {
            let key = PackKey(bundleID: bundleID, packID: packID)
            switch await downloads.wait(for: key) {
            case .success(let version): reply.available[packID] = version
            case .failure(let error): reply.failures.append(PackFailure(packID: packID, error: error))
            case nil:
                // It ended between queueing and waiting; what is local now tells how.
                if let version = try await local.localVersion(of: key) {
                    reply.available[packID] = version
                } else {
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
    ///
    /// - `tellingRemovals`: whether the app is to hear of removals when it comes back: it did not ask for them.
    /// - `choosing`: which of the outdated packs are updated; nil for all.
    func checkForUpdates(
        of bundleID: String, tellingRemovals: Bool,
        choosing: (@Sendable ([DownloadManifestEntry]) async throws(ServiceError) -> [DownloadManifestEntry])? = nil
    ) async throws(ServiceError) -> PacksInterface.CheckForUpdates.Reply {
        let current = try await current(bundleID, refresh: true)
        let localPacks = try await local.list(of: bundleID)
        let versions = Dictionary(localPacks.map { ($0.packID, $0.version) }) { first, _ in first }
        try await downloads.follow(current, localVersions: versions, bundleID: bundleID)
        var updating: [String] = []
        var outdated: [DownloadManifestEntry] = []
        for pack in localPacks where !current.obsoleteIDs.contains(pack.packID) {
            guard let entry = current.manifest.entry(withID: pack.packID), entry.version != pack.version else {
                continue
            }
            if choosing != nil, await downloads.isQueued(PackKey(bundleID: bundleID, packID: pack.packID)) {
                // It was chosen before.
                updating.append(entry.id)
            } else {
                outdated.append(entry)
            }
        }
        // What was called for, and could not be had at first. Where an older version is here, that is out of date anyway.
        let owed: [String]
        do throws(AssetStoreError) {
            owed = try await store.owedPacks(of: bundleID)
            let settled = owed.filter { id in
                current.manifest.entry(withID: id).map { $0.version == versions[id] } ?? true
            }
            try await store.forgetOwed(settled, of: bundleID)
        } catch { throw ServiceError(store: error) }
        for packID in owed where versions[packID] == nil {
            guard let entry = current.manifest.entry(withID: packID) else { continue }
            let isQueued = await downloads.isQueued(PackKey(bundleID: bundleID, packID: packID))
            if isQueued { updating.append(packID) } else { outdated.append(entry) }
        }
        if let choosing, !outdated.isEmpty { outdated = try await choosing(outdated) }
        for entry in outdated {
            try await downloads.enqueue(
                entry, bundleID: bundleID, manifestAddress: current.address, downloadClass: .background)
            updating.append(entry.id)
        }
        let obsolete = localPacks.filter { current.obsoleteIDs.contains($0.packID) }
        try await remove(obsolete, of: bundleID, telling: tellingRemovals)
        return PacksInterface.CheckForUpdates.Reply(
            updatingIDs: updating.sorted(), removedIDs: obsolete.map(\.packID).sorted())
    }

    /// Removes a pack, and cancels a download of it.
    ///
    /// - `tellingRemoval`: whether the app is to hear of it when it comes back: it did not ask for it.
    /// - `answer`: what is recorded together with the removal, so that a repeat of the call finds it done.
    func remove(
        _ packID: String, of bundleID: String, tellingRemoval: Bool, answer: StoredAnswer? = nil
    ) async throws(ServiceError) {
        let key = PackKey(bundleID: bundleID, packID: packID)
        let isQueued = await downloads.isQueued(key)
        if isQueued { await downloads.withdraw(key) }
        let pack = try await local.list(of: bundleID).first { $0.packID == packID }
        guard let pack else {
            if isQueued { return }
            throw ServiceError(
                .assetPackNotFound, "the asset pack \(packID) of \(bundleID) is not on this device", subject: packID)
        }
        try await remove([pack], of: bundleID, telling: tellingRemoval, answer: answer)
    }

    private func remove(
        _ packs: [StoredPack], of bundleID: String, telling: Bool, answer: StoredAnswer? = nil
    ) async throws(ServiceError) {
        guard !packs.isEmpty else { return }
        var told: [PackEvent] = []
        for pack in packs {
            do {
                let entry = try JSONDecoder().decode(DownloadManifestEntry.self, from: pack.entry)
                told.append(await events.event(.removed, bundleID: bundleID, pack: entry))
            } catch { logger.error("the record of \(pack.packID) cannot be read: \(error)") }
        }
        try await local.remove(packs.map(\.packID), of: bundleID, told: telling ? told : [], answer: answer)
        for event in told { await events.deliver(event) }
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
        // What is local is listed also of an app whose bundle is gone or broken.
        do {
            manifest = try await manifests.stored(for: try await catalog.information(of: bundleID))?.manifest
        } catch { logger.debug("no stored manifest of \(bundleID): \(error)") }
        let localPacks = Dictionary(try await local.list(of: bundleID).map { ($0.packID, $0) }) { first, _ in first }
        let published = Dictionary((manifest?.assetPacks ?? []).map { ($0.id, $0) }) { first, _ in first }
        let queued = Dictionary(await downloads.records(of: bundleID).map { ($0.packID, $0) }) { first, _ in first }
            // One whose version is local has ended but for its last step.
            .filter { $0.value.version != localPacks[$0.key]?.version }
        let ids = Set(localPacks.keys).union(published.keys).union(queued.keys)
        return ids.sorted().map { id in
            let status = PackStatus(
                localVersion: localPacks[id]?.version, publishedVersion: published[id]?.version,
                downloading: queued[id] != nil, manifestIsKnown: manifest != nil)
            return PackRecord(
                bundleID: bundleID, id: id, localVersion: localPacks[id]?.version,
                publishedVersion: published[id]?.version, policy: published[id]?.downloadPolicy.name,
                language: published[id]?.language ?? localPacks[id].flatMap(Self.language), status: status.rawValue,
                localBytes: localPacks[id]?.bytes ?? 0,
                downloadSize: published[id]?.downloadSize, completedBytes: queued[id]?.completedBytes,
                waiting: queued[id]?.waiting)
        }
    }

    private static func language(of pack: StoredPack) -> String? {
        (try? JSONDecoder().decode(DownloadManifestEntry.self, from: pack.entry))?.language
    }

    /// The manifest at hand, or the newest one.
    func current(_ bundleID: String, refresh: Bool) async throws(ServiceError) -> ManifestService.Current {
        let information = try await catalog.information(of: bundleID)
        let current: ManifestService.Current
        do throws(ManifestError) {
            current =
                refresh ? try await manifests.refresh(information) : try await manifests.current(for: information)
        } catch { throw ServiceError(manifest: error, bundleID: bundleID) }
        // What is known of local packs without asking anybody goes by the newest manifest.
        if refresh { try await local.refreshFlags(bundleID) }
        return current
    }
}
