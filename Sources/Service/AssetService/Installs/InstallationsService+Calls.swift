// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Foundation
internal import ServiceInterface

// What clients ask of installations: to begin one, to control it, and to hear how far it is.
extension InstallationsService {
    /// Installs what `source` holds, or updates to it. With the call ID of an installation under way, or of the last
    /// one, nothing is started, nor with the source of one under way: who asks for it again watches that one.
    ///
    /// - `adopted`: a bundle is used where it lies.
    /// - `caller`: whether a person agrees to the sizes that the app names; in the end it calls `leave`.
    /// - `token`: what the host of an address is shown when it asks who this is.
    /// - Returns: the bundle ID to watch; for an archive a provisional name, which goes on to mean the installation.
    func install(
        _ source: AppSource, origin: String, adopted: Bool, allowDowngrade: Bool, callID: String,
        caller: ConsentCaller, token: String? = nil
    ) async throws(ServiceError) -> String {
        if let id = id(ofCall: callID) {
            try await join(id, caller)
            return id
        }
        if let id = try await ended(callID) { return id }
        if let id = underWay(source, adopted: adopted, allowDowngrade: allowDowngrade) {
            try await join(id, caller)
            return id
        }
        guard case .folder(let bundle) = source else {
            let record = StoredInstallation(
                bundleID: freeName(source.provisionalName), callID: callID, source: source.text, origin: origin,
                identified: false, allowDowngrade: allowDowngrade, staging: UUID().uuidString, adopted: false,
                event: InstallationEventType.firstInstallation.rawValue,
                phase: InstallationProgress.Phase.downloadingApp.rawValue, versionID: nil, fraction: 0,
                detail: nil, startedAt: clock.now, consent: caller.consent?.rawValue, token: token)
            results[record.bundleID] = nil
            start(record, source: source, isNew: true, asker: caller.asker)
            return record.bundleID
        }
        let bundleID = bundle.information.bundleID
        if running[bundleID] != nil { throw Self.inProgress(bundleID) }
        var event = try await admit(bundle.information, origin: origin, allowDowngrade: allowDowngrade)
        if event == nil, !adopted, try await !isInstalled(bundle.information, as: bundle.path) {
            event = .subsequentUpdate
        }
        if running[bundleID] != nil {
            // Another call was faster.
            guard let id = underWay(source, adopted: adopted, allowDowngrade: allowDowngrade) else {
                throw Self.inProgress(bundleID)
            }
            try await join(id, caller)
            return id
        }
        results[bundleID] = nil
        guard let event else {
            if adopted {
                guard try await adoptAnew(bundle) else { throw Self.isCopied(bundle.information) }
                await setResult(of: bundleID, callID, nil)
                return bundleID
            }
            await setResult(of: bundleID, callID, Self.installedAlready(bundle.information))
            return bundleID
        }
        let record = StoredInstallation(
            bundleID: bundleID, callID: callID, source: source.text, origin: origin, allowDowngrade: allowDowngrade,
            adopted: adopted, event: event.rawValue, phase: InstallationProgress.Phase.installing.rawValue,
            versionID: nil, fraction: 0, detail: nil, startedAt: clock.now,
            consent: caller.consent?.rawValue)
        start(record, source: source, isNew: true, asker: caller.asker)
        return bundleID
    }

    /// There was nothing to do, and this is what the caller hears.
    private func setResult(of bundleID: String, _ callID: String, _ detail: String?) async {
        var progress = Self.final(.finished, bundleID, detail)
        progress.team = await team(of: bundleID)
        results[bundleID] = InstallationResult(callID: callID, progress: progress, time: clock.now)
    }

    /// The installation of this very source that is under way.
    private func underWay(_ source: AppSource, adopted: Bool, allowDowngrade: Bool) -> String? {
        running.first { _, installation in
            let record = installation.record
            // One that is being cancelled is about to be gone.
            guard record.source == source.text, record.adopted == adopted, record.allowDowngrade == allowDowngrade,
                installation.task?.isCancelled == false
            else { return false }
            // Of what was changed meanwhile the other one is meant.
            switch source {
            case .folder(let bundle):
                guard let other = installation.information else { return true }
                return bundle.information.version == other.version && bundle.information.build == other.build
            case .archive:
                guard let now = ArchiveIdentity(source) else { return false }
                // One that an earlier run of the service began with is not known any more, but when that was is.
                return installation.archive.map { $0 == now } ?? now.isUnchanged(since: record.startedAt)
            case .remote: return true
            }
        }?.key
    }

    func id(ofCall callID: String) -> String? {
        running.first { $0.value.record.callID == callID }?.key ?? results.first { $0.value.callID == callID }?.key
    }

    /// A name that no installation goes by, or went by while it is still under way.
    private func freeName(_ name: String) -> String {
        for suffix in 1... {
            let candidate = ProvisionalName.make(suffix == 1 ? name : "\(name)-\(suffix)")
            if running[candidate] != nil { continue }
            if let bundleID = aliases[candidate], running[bundleID] != nil { continue }
            aliases[candidate] = nil
            return candidate
        }
        return ProvisionalName.make(name)
    }

    /// The bundle ID of an installation that went by a provisional name at first.
    func canonical(_ id: String) -> String { aliases[id] ?? id }

    /// What an installation goes by that a person names: by the bundle ID of its app, or else by the name of its archive.
    func named(_ id: String) -> String {
        if running[id] != nil { return id }
        let provisional = ProvisionalName.make(id)
        if running[canonical(provisional)] != nil { return canonical(provisional) }
        return results[id] == nil && results[provisional] != nil ? provisional : id
    }

    /// - `sizes`: what whoever agrees has been shown; nil for whatever there is.
    /// - `answer`: what is recorded together with the end of an installation that is cancelled.
    func control(
        _ id: String, _ action: AppsInterface.ControlInstallation.Action, sizes: InstallSizes? = nil,
        answer: StoredAnswer? = nil
    ) async throws(ServiceError) {
        let bundleID = named(id)
        guard let installation = running[bundleID] else {
            throw ServiceError(.installationNotFound, "no installation of \(id) is under way", subject: id)
        }
        switch action {
        case .pause, .resume: try await setPaused(bundleID, action == .pause)
        case .consent:
            if let sizes, let request = installation.request, request.sizes != sizes {
                throw Self.consentRequired(
                    request.sizes, bundleID: ProvisionalName.shown(bundleID), isUpdate: installation.isUpdateFromServer)
            }
            try await consent(to: bundleID)
        // Who was asked did not agree; somebody else may have.
        case .decline where running[bundleID]?.request == nil: return
        case .cancel, .decline:
            if let answer { running[bundleID]?.cancellations.append(answer) }
            installation.task?.cancel()
            await installation.task?.value
        }
    }

    /// Sends the progress of an installation until it has ended.
    func watch(
        _ bundleID: String, send: @Sendable (InstallationProgress, _ isLast: Bool) async throws -> Void
    ) async throws {
        var last: InstallationProgress?
        for await _ in changes.changes() {
            guard let progress = progress(of: canonical(bundleID)) else {
                let name = ProvisionalName.shown(bundleID)
                throw ServiceError(.installationNotFound, "no installation of \(name) is under way", subject: name)
            }
            if progress != last { try await send(progress, progress.isFinal) }
            if progress.isFinal { return }
            last = progress
        }
    }

    /// How far the installation of an app is, or how the last one ended; nil when there was none.
    func progress(of bundleID: String) -> InstallationProgress? {
        if let running = running[bundleID] {
            let step: ProgressEstimate.Step? =
                switch running.phase {
                case .downloadingApp: .appDownload
                case .installing: .installation
                case .fetchingManifest: .manifest
                case .downloadingAssets: .essentialAssets
                default: nil
                }
            let bytes = step.flatMap { running.estimate.bytes(of: $0) }
            return InstallationProgress(
                bundleID: ProvisionalName.shown(bundleID),
                phase: running.pausedAt != nil && running.request == nil ? .paused : running.phase,
                fraction: running.shownFraction, completedBytes: bytes?.completed ?? 0,
                totalBytes: bytes?.total ?? 0,
                detail: running.waiting?.words ?? running.pauseReason ?? running.record.detail,
                sizes: running.request?.sizes)
        }
        return results[bundleID]?.progress
    }
}
