// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import BundleSources
internal import DownloadScheduler
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

// The first step of an installation from an archive: it is fetched or read, unpacked as it comes, and put in its place.
//
// Which app it is shows when its Info.plist has come; until then the installation goes by a name made from its source.
// A transfer that breaks off is tried again: while nothing has come as an essential download is, then as a background
// one, so that an app that is half here is not lost to an hour without network.
extension InstallationsService {
    /// Fetches the app and puts it in its place.
    ///
    /// - Returns: nil when this very version is installed already.
    func fetchBundle(_ key: String, from source: AppSource) async throws(ServiceError) -> AppBundle? {
        guard let record = running[key]?.record, let staging = record.staging else { return nil }
        setPhase(source.isRemote ? .downloadingApp : .installing, of: key)
        let (identities, identified) = AsyncStream.makeStream(of: AppInformation.self)
        let judging = Task { for await information in identities { await judge(key, information) } }
        let reporter = FetchReporter { [weak self] bytes, total in
            await self?.fetched(key, bytes: bytes, total: total, isRemote: source.isRemote)
        }
        defer {
            identified.finish()
            reporter.stop()
        }
        var begun: BundleIntake?
        do {
            let intake = try BundleIntake(
                path: layout.staging(staging), url: source.isRemote ? source.text : nil, holds: true,
                identified: { identified.yield($0) }, progress: reporter.report)
            begun = intake
            running[canonical(key)]?.release = { intake.release() }
            try await takeAll(key, source: source, into: intake)
            var unpacked: UnpackedBundle?
            if !isUnwanted(key) { unpacked = try await intake.finish() }
            identified.finish()
            await judging.value
            await reporter.finish()
            // All of a small archive may have come with its Info.plist.
            try await obtainConsent(key, from: source)
            switch running[canonical(key)]?.verdict {
            case .refused(let error)?:
                noteRefusal(of: canonical(key), tag: intake.etag)
                throw error
            case .installedAlready(let note)?:
                await noteSource(of: canonical(key), tag: intake.etag)
                var host: String?
                if let information = running[canonical(key)]?.information {
                    let token = running[canonical(key)]?.record.token
                    host = try await replaceReceipt(of: information, from: source, token: token)
                }
                try await intake.discard()
                await removeStaging(staging)
                running[canonical(key)]?.record.detail =
                    note + (host.map { "; its packs come from \($0) from now on" } ?? "")
                return nil
            case .admitted?, nil: break
            }
            guard let unpacked else { return nil }
            if try await isInstalled(unpacked.information, as: unpacked.path) {
                running[canonical(key)]?.record.detail = Self.installedAlready(unpacked.information)
                try await intake.discard()
                await removeStaging(staging)
                return nil
            }
            try await writeReceipt(
                of: unpacked.information, from: source, token: record.token, inBundleAt: unpacked.path)
            return try await place(unpacked, bundleID: canonical(key), staging: staging, tag: intake.etag)
        } catch let error as BundleSourceError {
            identified.finish()
            await judging.value
            if !error.isOutOfSpace { noteRefusal(of: canonical(key), tag: begun?.etag) }
            await discard(begun)
            if case .refused(let refusal)? = running[canonical(key)]?.verdict { throw refusal }
            throw ServiceError(bundleSource: error, source: source)
        } catch let error as TransferError {
            await discard(begun)
            throw ServiceError(appTransfer: error, source: source)
        } catch {
            let cause = ServiceError(cause: error)
            if cause.makesArchiveUseless { noteRefusal(of: canonical(key), tag: begun?.etag) }
            await discard(begun)
            throw cause
        }
    }

    /// Removes what was unpacked, when nothing is being unpacked any more; a service that ends leaves it to its successor.
    private func discard(_ intake: BundleIntake?) async {
        guard !isStopping, let intake else { return }
        do throws(BundleSourceError) { try await intake.discard() } catch { logger.warning("\(error)") }
    }

    // MARK: Taking

    /// Takes all of the archive, over pauses and broken connections, or until it is clear that it is not wanted.
    private func takeAll(_ key: String, source: AppSource, into intake: BundleIntake) async throws {
        var retries = FetchRetries(
            policy: await settings.retryPolicy, failingSince: running[canonical(key)]?.record.failingSince)
        while true {
            try await waitWhilePaused(key)
            try await obtainConsent(key, from: source)
            running[canonical(key)]?.silence.begin(at: clock.now)
            let token = running[canonical(key)]?.record.token
            let transfer = Task { await self.takeOnce(source, token: token, into: intake) }
            running[canonical(key)]?.interrupt = { transfer.cancel() }
            let failure = await withTaskCancellationHandler {
                await transfer.value
            } onCancel: {
                transfer.cancel()
            }
            running[canonical(key)]?.interrupt = nil
            if isUnwanted(key) { return }
            if Task.isCancelled {
                // In a task of its own: this one's cancellation would stop it.
                try await Task { try await intake.suspend() }.value
                throw CancellationError()
            }
            guard let failure else { return await noteFailing(key, since: nil) }
            if failure.isInterruption {
                // A pause, which may be over already.
                try await intake.suspend()
                continue
            }
            if case .source(let error) = failure, let needed = error.neededBytes,
                await space.makeRoom(available: needed, for: .installation)
            {
                try await intake.discard()
                continue
            }
            guard case .transfer(let error) = failure else { throw failure.error }
            if case .startOver = error.remedy { try await intake.discard() }
            let arrived = running[canonical(key)]?.estimate.completedBytes ?? 0
            guard let delay = retries.delay(after: error, arrived: arrived, now: clock.now) else { throw failure.error }
            logger.notice("fetching \(canonical(key)): \(error); again in \(Int(delay.rounded(.up))) s")
            let now = clock.now
            await noteFailing(key, since: retries.failingSince)
            await wait(
                key,
                for: FetchWait(
                    error: error.description, cause: FileFailure.Cause(error), since: retries.causeSince ?? now,
                    nextAttempt: now + delay))
        }
    }

    /// Takes note of when the tries began to fail, which outlasts the service.
    private func noteFailing(_ key: String, since time: Double?) async {
        guard let record = running[canonical(key)]?.record, record.failingSince != time else { return }
        do throws(ServiceError) { try await self.record(canonical(key)) { $0.failingSince = time } } catch {
            logger.warning("since when \(record.bundleID) cannot be fetched is not recorded: \(error)")
        }
    }

    /// One try: a request, or the reading of a file.
    private nonisolated func takeOnce(
        _ source: AppSource, token: String?, into intake: BundleIntake
    ) async -> FetchFailure? {
        do throws(BundleSourceError) {
            switch source {
            case .folder: return nil
            case .archive(let path): try await intake.unpack(file: path)
            case .remote(let address):
                let start = try await intake.prepare()
                if start.isComplete { return nil }
                do throws(TransferError) {
                    try await network.transport().stream(
                        TransferRequest(address), from: start.offset, etag: start.etag, size: nil,
                        challenges: HeldToken(token, for: address),
                        into: AppArchiveSink(intake: intake, start: start, url: "\(address)"))
                } catch {
                    // What unpacking failed with is the cause; that the request then broke is its effect.
                    return intake.failure.map { .source($0) } ?? .transfer(error)
                }
            }
            return nil
        } catch { return .source(error) }
    }

    /// Waits for consent once it is known which app it is, and lets the rest of the archive come.
    private func obtainConsent(_ key: String, from source: AppSource) async throws {
        guard case .admitted? = running[canonical(key)]?.verdict, let information = running[canonical(key)]?.information
        else { return }
        try await obtainConsent(key, for: information, from: source)
        running[canonical(key)]?.release?()
    }

    private func isUnwanted(_ key: String) -> Bool {
        switch running[canonical(key)]?.verdict {
        case .refused?, .installedAlready?: true
        case .admitted?, nil: false
        }
    }

    /// - Throws: `CancellationError` when the installation is cancelled.
    func waitWhilePaused(_ key: String) async throws {
        for await _ in changes.changes() {
            try Task.checkCancellation()
            guard running[canonical(key)]?.record.pausedAt != nil else { return }
        }
        try Task.checkCancellation()
    }

    /// Waits before the next try, and says why. A network that is back, a pause or a cancellation ends the wait.
    private func wait(_ key: String, for wait: FetchWait) async {
        running[canonical(key)]?.waiting = wait
        changes.signal()
        let (clock, reconnected) = (clock, reconnections.changes(beginningWithOne: false))
        let end = wait.cause.obstacle == .connection ? reconnected : nil
        let sleeping = Task {
            if let end {
                await clock.sleep(until: wait.nextAttempt, orFirstOf: end)
            } else {
                do throws(CancellationError) { try await clock.sleep(until: wait.nextAttempt) } catch { return }
            }
        }
        running[canonical(key)]?.interrupt = { sleeping.cancel() }
        _ = await withTaskCancellationHandler {
            await sleeping.value
        } onCancel: {
            sleeping.cancel()
        }
        running[canonical(key)]?.interrupt = nil
        running[canonical(key)]?.waiting = nil
        changes.signal()
    }

    private func fetched(_ key: String, bytes: Int64, total: Int64?, isRemote: Bool) async {
        let step: ProgressEstimate.Step = isRemote ? .appDownload : .installation
        running[canonical(key)]?.silence.note(at: clock.now)
        await update(canonical(key)) { estimate in
            if let total { estimate.correct(step, total: max(1, total)) }
            estimate.complete(step, bytes: bytes)
        }
    }

    // MARK: Which app it is

    /// Decides what becomes of the installation, and gives it the name of its app.
    private func judge(_ key: String, _ information: AppInformation) async {
        let id = canonical(key)
        guard let installation = running[id] else { return }
        running[id]?.information = information
        do throws(ServiceError) {
            if installation.record.identified {
                guard information.bundleID == id else {
                    throw ServiceError(
                        .bundleInvalid,
                        "the archive holds \(information.bundleID), and not \(id)", subject: id)
                }
                if installation.verdict != nil { return }
            }
            let event = try await admit(
                information, origin: installation.record.origin, allowDowngrade: installation.record.allowDowngrade)
            // What its host calls the same version is that, and not fetched; of an archive here the rest is looked at.
            if event == nil, installation.record.origin != AppSource.localOrigin {
                try await identify(key, as: information.bundleID, event: .subsequentUpdate)
                return conclude(key, .installedAlready(note: Self.installedAlready(information)))
            }
            try await identify(key, as: information.bundleID, event: event ?? .subsequentUpdate)
            let mustWait = try await needsConsent(information, id: information.bundleID)
            running[canonical(key)]?.verdict = .admitted
            let allowance = Self.essentialAllowance(information)
            await update(canonical(key)) { $0.correct(.essentialAssets, total: allowance) }
            // No more of it is fetched meanwhile; where it goes on it asks.
            if mustWait { running[canonical(key)]?.interrupt?() } else { running[canonical(key)]?.release?() }
        } catch { conclude(key, .refused(error)) }
    }

    /// Ends the transfer of what is not wanted.
    private func conclude(_ key: String, _ verdict: FetchVerdict) {
        running[canonical(key)]?.verdict = verdict
        running[canonical(key)]?.interrupt?()
    }

    /// From now on the installation goes by the name of its app.
    private func identify(
        _ key: String, as bundleID: String, event: InstallationEventType
    ) async throws(ServiceError) {
        let id = canonical(key)
        guard var installation = running[id], !installation.record.identified else { return }
        guard id == bundleID || running[bundleID] == nil else { throw Self.inProgress(bundleID) }
        installation.record.bundleID = bundleID
        installation.record.identified = true
        installation.record.event = event.rawValue
        running[id] = nil
        running[bundleID] = installation
        if key != bundleID { aliases[key] = bundleID }
        forgetResult(of: bundleID)
        changes.signal()
        do throws(AssetStoreError) { try await store.save(installation.record, insteadOf: id) } catch {
            throw ServiceError(store: error)
        }
    }

    // MARK: Placing

    /// Moves an unpacked bundle to where apps lie, and records it.
    private func place(
        _ unpacked: UnpackedBundle, bundleID: String, staging: String, tag: String?
    ) async throws(ServiceError) -> AppBundle {
        setPhase(.installing, of: bundleID)
        do throws(AppBundleError) {
            _ = try AppBundle(path: unpacked.path, requireExecutableBit: false)
        } catch {
            // Where it was unpacked means nothing to a person.
            let text = error.description.replacing(unpacked.path, with: "\(bundleID).app")
            throw ServiceError(.bundleInvalid, text, subject: bundleID)
        }
        let folder = try await freeFolder(for: unpacked.information)
        let path = folder + "/\(bundleID).app"
        do throws(SystemError) {
            try await BlockingWork.run { () throws(SystemError) in
                let parent = try Directory(creating: folder)
                try retrying("move to \(path)", unpacked.path) { rename(unpacked.path, path) }
                try parent.synchronize()
            }
        } catch { throw ServiceError(system: error) }
        let placed = try await recordVersion(
            of: unpacked.information, path: path, adopted: false, bundleID: bundleID, sourceTag: tag)
        await removeStaging(staging)
        await update(bundleID) { estimate in
            estimate.correct(.installation, total: 1)
            estimate.complete(.installation, bytes: 1)
        }
        return placed
    }

    func removeStaging(_ name: String) async {
        let spool = layout.spool
        do throws(SystemError) {
            try await BlockingWork.run { () throws(SystemError) in try Directory(opening: spool).removeTree(name) }
        } catch { logger.warning("the staging folder \(name) cannot be removed: \(error)") }
    }
}

extension AppSource {
    var isRemote: Bool { if case .remote = self { true } else { false } }
}
