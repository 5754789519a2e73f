// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface

// What apps may fetch before their first launch.
extension FilesService {
    /// Has the restrictions of a bundle hold until its app is launched for the first time.
    ///
    /// - Returns: nil when it has been launched, or has managed packs.
    func restrict(_ bundle: AppBundle) async throws(ServiceError) -> InitialLimits? {
        let information = bundle.information
        guard !information.hasManagedAssetPacks else { return nil }
        let restrictions = information.restrictions
        let record: StoredInitialDownloads?
        do throws(AssetStoreError) {
            record = try await store.restrict(
                StoredInitialDownloads(
                    bundleID: information.bundleID, downloadAllowance: restrictions?.downloadAllowance,
                    essentialDownloadAllowance: restrictions?.essentialDownloadAllowance,
                    domainAllowList: restrictions?.domainAllowList?.names))
        } catch { throw ServiceError(store: error) }
        guard let record else { return nil }
        let known = limits[information.bundleID]
        if let known, known.isSame(as: record) { return known }
        // An update brings others: transfers under way come to their ends without a bound, and count then.
        known?.lift()
        return limit(record)
    }

    /// Takes up the restrictions that are on record.
    @discardableResult func limit(_ record: StoredInitialDownloads) -> InitialLimits {
        var value = InitialLimits(record)
        for id in jobs.ids(of: record.bundleID) {
            if let job = jobs[id] { value.add(job.file, completedBytes: job.record.completedBytes) }
        }
        limits[record.bundleID] = value
        if restricted[record.bundleID] == nil, let refusals = record.refusals {
            do { restricted[record.bundleID] = try RestrictedDownloads(record: refusals) } catch {
                logger.warning("what \(record.bundleID) was refused cannot be read: \(error)")
            }
        }
        return value
    }

    /// An app has been launched: it may fetch what it likes.
    func lift(_ bundleID: String) {
        limits.removeValue(forKey: bundleID)?.lift()
        restricted[bundleID] = nil
    }

    /// Remembers what an app was refused, for as long as it is not launched.
    func noteRestriction(_ file: FileDownload, _ failure: FileFailure, of bundleID: String) {
        // A transfer that began before the launch may fail behind it, and may be tried again then.
        guard limits[bundleID] != nil else { return }
        restricted[bundleID, default: RestrictedDownloads()].note(file.identifier, because: failure, now: clock.now)
    }

    /// Puts on record what an app was refused, when it is another thing now.
    func keepRestrictions(of bundleID: String) async {
        do {
            guard let record = try restricted[bundleID]?.newRecord() else { return }
            try await store.noteRefusals(record, of: bundleID)
        } catch {
            restricted[bundleID]?.noteUnrecorded()
            logger.warning("what \(bundleID) was refused is not on record yet: \(error)")
        }
    }

    /// What was refused of this app, or of this name, before the first launch.
    func restrictionExplanations(of id: String) -> [Explanation] {
        restricted.sorted { $0.key < $1.key }.flatMap { $0.value.explanations(of: id, bundleID: $0.key) }
    }

    /// What a download that is queued no more has brought, when that counts.
    func use(of job: FileJob, bytes: Int64) -> InitialUse? {
        let bundleID = job.record.bundleID
        guard limits[bundleID] != nil else { return nil }
        limits[bundleID]?.remove(job.file, completedBytes: bytes)
        return InitialUse(bundleID: bundleID, isEssential: job.file.essential, bytes: bytes)
    }

    /// The manifest counts as an essential download.
    func countManifest(bytes: Int64, of bundleID: String) async {
        limits[bundleID]?.addManifest(bytes: bytes)
        do throws(AssetStoreError) {
            try await store.record(InitialUse(bundleID: bundleID, isEssential: true, bytes: bytes))
        } catch { logger.error("what \(bundleID) has fetched before its first launch cannot be recorded: \(error)") }
    }

    /// Tells an app that what it wants is refused, as of downloads that failed; as many as there is room for.
    func refuse(_ files: [(file: FileDownload, failure: FileFailure)], of bundleID: String) async {
        let room = max(0, FilesInterface.largestCount - (await events.count(of: bundleID)))
        guard !files.isEmpty else { return }
        if files.count > room {
            logger.warning("\(files.count - room) downloads that \(bundleID) is refused are told to nobody")
        }
        do {
            var (told, endings): ([FileEvent], [StoredFileEnding]) = ([], [])
            for (file, failure) in files.prefix(room) {
                let event = FileEvent(
                    id: await events.nextID(), kind: .failed, bundleID: bundleID, file: file, failure: failure)
                told.append(event)
                endings.append(
                    StoredFileEnding(
                        id: event.id, bundleID: bundleID, downloadID: file.id, body: try JSONEncoder().encode(event),
                        endedAt: clock.now))
            }
            guard try await store.keep(endings) else { return }
            await events.ended(told, of: bundleID)
        } catch { logger.error("what was refused of \(bundleID) cannot be recorded: \(error)") }
    }
}

extension InitialLimits {
    /// Whether these are the restrictions on record, whatever was fetched since.
    fileprivate func isSame(as other: StoredInitialDownloads) -> Bool {
        record.downloadAllowance == other.downloadAllowance
            && record.essentialDownloadAllowance == other.essentialDownloadAllowance
            && record.domainAllowList == other.domainAllowList
    }
}
