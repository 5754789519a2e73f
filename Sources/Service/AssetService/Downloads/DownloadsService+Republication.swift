// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import TransferEngine

extension DownloadsService {
    /// Failures after which no newer manifest is asked for any more: the server contradicts itself.
    private static let attemptLimit = 3
    /// New addresses of the same archive, after each of which nothing has come, and no more are asked for.
    private static let renewalLimit = 3

    /// A manifest is up to a day old when a pack is asked for, and a static host may have replaced its files meanwhile.
    /// Goes on with the entry that is published now when that differs from the job's.
    ///
    /// - Returns: whether it went on; else the failure stands as it is.
    func takeUpNewerEntry(for key: PackKey, id: String, after error: TransferError) async -> Bool {
        guard error.suggestsNewerManifest, let job = jobs[key], job.record.id == id else { return false }
        do {
            let current = try await manifests.refresh(try await catalog.information(of: key.bundleID))
            guard let entry = current.manifest.entry(withID: key.packID), entry != job.entry else { return false }
            let localVersion = try await packs.localVersion(of: key)
            // Whoever paused, cancelled or replaced the download meanwhile has had the last word.
            guard jobs[key]?.record.id == id, jobs[key]?.record.pausedAt == nil else { return false }
            if entry.isOfSameArchive(as: job.entry), error.remedy != .startOver {
                return try await renew(key, entry, manifestAddress: current.address)
            }
            guard job.record.attempts < Self.attemptLimit else { return false }
            // What ends here is the very task that this runs in: it is not to be cancelled.
            jobs[key]?.task = nil
            if localVersion == entry.version {
                await end(key, with: .success(entry.version))
                return true
            }
            logger.notice("\(key.packID) of \(key.bundleID) was published anew: version \(entry.version) is fetched")
            // One that cannot be recorded has ended when this throws. Somebody may wait for it since it failed.
            try await enqueue(
                entry, bundleID: key.bundleID, manifestAddress: current.address,
                downloadClass: jobs[key]?.downloadClass ?? job.downloadClass,
                attempts: job.record.attempts + 1)
            return true
        } catch {
            logger.notice("no newer manifest for \(key.packID) of \(key.bundleID): \(error)")
            return false
        }
    }

    /// Goes on with a download from where it is, at new addresses of the same archive: those that it had were good for a while,
    /// and a download may wait for longer than that, for a network or for room, and take longer.
    ///
    /// - Returns: whether it goes on; not when the last addresses have brought nothing either, again and again.
    private func renew(
        _ key: PackKey, _ entry: DownloadManifestEntry, manifestAddress: HTTPAddress
    ) async throws(ServiceError) -> Bool {
        guard var job = jobs[key] else { return false }
        let hasComeFurther = job.renewedAt.map { job.furthest > $0 } ?? true
        let renewals = hasComeFurther ? 0 : job.renewals
        guard renewals < Self.renewalLimit else { return false }
        job.renewals = renewals + 1
        job.renewedAt = job.furthest
        try readdress(&job, entry, manifestAddress: manifestAddress)
        // What ends here is the very task that this runs in.
        job.task = nil
        job.record.nextAttemptAt = nil
        jobs[key] = job
        try await save(job.record)
        logger.notice(
            "\(key.packID) of \(key.bundleID) has new addresses: version \(entry.version) is fetched from there")
        await schedule()
        return true
    }

    /// Gives a download other addresses of its archive.
    func readdress(
        _ job: inout Job, _ entry: DownloadManifestEntry, manifestAddress: HTTPAddress
    ) throws(ServiceError) {
        do { job.record.entry = try JSONEncoder().encode(entry) } catch {
            throw ServiceError(.internalError, "the entry of \(entry.id) cannot be stored: \(error)")
        }
        job.record.manifestURL = manifestAddress.absoluteString
        job.entry = entry
    }
}

extension DownloadManifestEntry {
    /// Whether it is of the very same bytes, wherever these are: only what has a digest tells.
    func isOfSameArchive(as other: DownloadManifestEntry) -> Bool {
        sha256 != nil && id == other.id && version == other.version && sha256 == other.sha256
            && downloadSize == other.downloadSize && blocks?.sha256 == other.blocks?.sha256
            && blocks?.size == other.blocks?.size
    }
}
