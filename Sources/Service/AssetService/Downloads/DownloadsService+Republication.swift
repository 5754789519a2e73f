// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Logging
internal import ServiceInterface
internal import TransferEngine

extension DownloadsService {
    /// Failures after which no newer manifest is asked for any more: the server contradicts itself.
    private static let attemptLimit = 3

    /// A manifest is up to a day old when a pack is asked for, and a static host may have replaced its files meanwhile.
    /// Goes on with the entry that is published now when that differs from the job's.
    ///
    /// - Returns: whether it went on; else the failure stands as it is.
    func takeUpNewerEntry(for key: PackKey, id: String, after error: TransferError) async -> Bool {
        guard error.suggestsNewerManifest, let job = jobs[key], job.record.id == id,
            job.record.attempts < Self.attemptLimit
        else { return false }
        do {
            let current = try await manifests.refresh(try await catalog.information(of: key.bundleID))
            guard let entry = current.manifest.entry(withID: key.packID), entry != job.entry else { return false }
            let localVersion = try await packs.localVersion(of: key)
            // Whoever paused, cancelled or replaced the download meanwhile has had the last word.
            guard jobs[key]?.record.id == id, jobs[key]?.record.pausedAt == nil else { return false }
            // What ends here is the very task that this runs in: it is not to be cancelled.
            jobs[key]?.task = nil
            if localVersion == entry.version {
                await end(key, with: .success(entry.version))
                return true
            }
            logger.notice("\(key.packID) of \(key.bundleID) was published anew: version \(entry.version) is fetched")
            // One that cannot be recorded has ended when this throws.
            try await enqueue(
                entry, bundleID: key.bundleID, manifestAddress: current.address, downloadClass: job.downloadClass,
                attempts: job.record.attempts + 1)
            return true
        } catch {
            logger.notice("no newer manifest for \(key.packID) of \(key.bundleID): \(error)")
            return false
        }
    }
}
