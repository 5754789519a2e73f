// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import ServiceClient
internal import ServiceInterface
internal import Synchronization

// What happened without us, and was not sent again.
extension PackEventHub {
    /// Notes which versions are local before the first subscription stands.
    func learnVersions() async {
        let versions = await localVersions()
        state.withLock { $0.versions = versions }
    }

    private func localVersions() async -> [String: Int]? {
        do {
            // The bundle may have to be asked for, which must not block this task's thread.
            if !identity.knowsBundleID { _ = try await identity.reply() as AppsInterface.Hello.Reply }
            return try packs.newestVersions()
        } catch {
            Diagnostics.report("the local asset packs are not known: \(error)")
            return nil
        }
    }

    /// Compares what was known before the connection stood with how things are now.
    func compare() async {
        for flight in state.withLock({ Array($0.inFlight.values) }) { await compare(flight.entry) }
        // A pack may also have begun and ended meanwhile.
        guard let now = await localVersions() else { return }
        let (before, inFlight, removed) = state.withLock { ($0.versions, Set($0.inFlight.keys), $0.removedIDs) }
        // That a pack is being removed is told before the namespace shows it: what is seen of it here may be the old one.
        let seen = now.filter { !removed.contains($0.key) }
        for (id, version) in seen.sorted(by: { $0.key < $1.key }) {
            guard let before, before[id] != version, !inFlight.contains(id) else { continue }
            await find(.finished(AssetPack(await entry(id, version: version))))
        }
        state.withLock { state in
            state.versions = seen
            state.removedIDs = []
        }
    }

    private func compare(_ entry: DownloadManifestEntry) async {
        let status: PacksInterface.Status.Reply
        do throws(ServiceClientError) {
            status = try await identity.service.call(PacksInterface.Status(packID: entry.id, online: false))
        } catch {
            // Not known now: it stays under way, and is compared after the next connection.
            return
        }
        if PackStatus(rawValue: status.status).contains(.downloading) { return }
        if status.localVersion == entry.version {
            await find(.finished(AssetPack(entry)))
        } else {
            let error = ServiceError(
                .downloadFailed,
                "the download of \(entry.id) ended while the service was not reachable: ask for it again",
                subject: entry.id)
            await find(.failed(AssetPack(entry), ErrorTranslation.error(error, packID: entry.id)))
        }
    }

    /// Brings an end that was found by comparison.
    private func find(_ update: AssetPackManager.DownloadStatusUpdate) async {
        end(update, eventID: 0)
        state.withLock { state in
            if state.found.count >= Self.largestEventCount { state.found = [] }
            state.found.insert(PackVersion(id: update.assetPack.id, version: update.assetPack.version))
        }
    }

    /// A pack as the manifest lists it; what is known of it when the manifest cannot be had or lacks it.
    private func entry(_ id: String, version: Int) async -> DownloadManifestEntry {
        if let reply = try? await identity.service.call(PacksInterface.Manifest(refresh: false)),
            let entry = reply.manifest.entry(withID: id), entry.version == version
        {
            return entry
        }
        return DownloadManifestEntry(
            id: id, url: id, version: version, downloadSize: 0, downloadPolicy: .onDemand, host: nil)
    }
}
