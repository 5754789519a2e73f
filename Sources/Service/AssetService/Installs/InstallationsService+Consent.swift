// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport

// Before anything of its assets is fetched, a person agrees to the room that an app names for itself (BAMaxInstallSize,
// BAEssentialMaxInstallSize): by the call that installs it, or when the caller has shown the sizes and asked.
extension InstallationsService {
    /// Goes on when somebody has agreed to the sizes that an app names, and at once when there is nothing to agree to.
    ///
    /// - Throws: `consentRequired` when nobody can be asked; the end of the installation when the one who was asked has gone.
    func obtainConsent(_ key: String, for information: AppInformation, from source: AppSource)
        async throws(ServiceError)
    {
        let id = canonical(key)
        guard try await needsConsent(information, id: id) else { return }
        let sizes = await sizes(of: information, from: source)
        guard let installation = running[id], installation.record.consent == InstallConsent.asked.rawValue,
            !installation.askers.isEmpty
        else {
            let isUpdate = running[id].map { $0.isUpdateFromServer } ?? false
            throw Self.consentRequired(sizes, bundleID: information.bundleID, isUpdate: isUpdate)
        }
        let phase = installation.phase
        let question = questions.removeValue(forKey: installation.record.callID)
        let since = question?.since ?? clock.now
        running[id]?.request = (sizes, since)
        if let pausedAt = question?.pausedAt, installation.record.pausedAt == nil {
            running[id]?.record.pausedAt = pausedAt
            running[id]?.pause.begin()
        }
        setPhase(.awaitingConsent, of: id)
        // A successor of this service asks anew, or not at all when the caller has gone.
        try await record(id) { record in
            record.phase = InstallationProgress.Phase.awaitingConsent.rawValue
            record.askedAt = since
        }
        for await _ in changes.changes() {
            if Task.isCancelled || running[id]?.request == nil { break }
        }
        running[id]?.request = nil
        try checkCancellation(information.bundleID)
        setPhase(phase, of: id)
    }

    /// Whether this installation must not go on before a person has agreed.
    ///
    /// What has been agreed to for the installed version holds for an update that names no more.
    func needsConsent(_ information: AppInformation, id: String) async throws(ServiceError) -> Bool {
        guard information.namesSizes, let record = running[id]?.record,
            record.consent != InstallConsent.given.rawValue
        else { return false }
        let installed: StoredAppVersion?
        do throws(AssetStoreError) {
            let current = try await store.app(information.bundleID)?.currentVersionID
            installed = if let current { try await store.version(current) } else { nil }
        } catch { throw ServiceError(store: error) }
        guard let installed, let old = try? AppCatalog.bundle(at: installed).information else { return true }
        return information.maxInstallSize ?? 0 > old.maxInstallSize ?? 0
            || information.essentialMaxInstallSize ?? 0 > old.essentialMaxInstallSize ?? 0
    }

    private func sizes(of information: AppInformation, from source: AppSource) async -> InstallSizes {
        var sizes = InstallSizes(
            name: information.name, version: information.version, maxAssetBytes: information.maxInstallSize,
            maxEssentialBytes: information.essentialMaxInstallSize)
        switch source {
        case .folder(let bundle):
            let path = bundle.path
            sizes.appBytes = await BlockingWork.run { () -> Int64? in try? BundleCopy(source: path).extent().bytes }
        case .archive(let path): sizes.archiveBytes = FileStatus(resolving: path)?.size
        case .remote: sizes.archiveBytes = running[information.bundleID]?.estimate.bytes(of: .appDownload)?.total
        }
        return sizes
    }

    /// A person agrees, who has been shown what to.
    func consent(to id: String) async throws(ServiceError) {
        // Whoever answers twice, or after another one has, changes nothing.
        guard running[id]?.request != nil else { return }
        try await record(id) { record in
            record.consent = InstallConsent.given.rawValue
            record.phase = InstallationProgress.Phase.installing.rawValue
        }
        running[id]?.request = nil
        changes.signal()
    }

    /// Another caller follows an installation under way.
    ///
    /// - Throws: `consentRequired` when it waits for consent, and this caller cannot be asked.
    func join(_ id: String, _ caller: ConsentCaller) async throws(ServiceError) {
        guard let installation = running[id] else { return }
        // Whoever asks for it now does not wait for the next try.
        if installation.waiting != nil { installation.interrupt?() }
        switch caller.consent {
        case .asked: running[id]?.askers.insert(caller.id)
        case .given:
            if installation.request != nil { return try await consent(to: id) }
            guard installation.record.consent != InstallConsent.given.rawValue else { return }
            try await record(id) { $0.consent = InstallConsent.given.rawValue }
        case nil:
            if let request = installation.request {
                throw Self.consentRequired(
                    request.sizes, bundleID: ProvisionalName.shown(id), isUpdate: installation.isUpdateFromServer)
            }
        }
    }

    /// A caller that would have asked has seen the end, or has gone: without consent nothing is left behind.
    func leave(_ caller: ConsentCaller) {
        guard !isEnding, let (id, installation) = running.first(where: { $0.value.askers.contains(caller.id) }) else {
            return
        }
        running[id]?.askers.remove(caller.id)
        if installation.request != nil, installation.askers.count == 1 {
            logger.info("the installation of \(ProvisionalName.shown(id)) is taken back: whoever was asked has gone")
            running[id]?.isAbandoned = true
            installation.task?.cancel()
        }
    }

    /// What an installation waits for consent to, and since when.
    func request(of id: String) -> (sizes: InstallSizes, since: Double)? { running[canonical(id)]?.request }

    /// Since when nothing has come of its archive, and how long that is borne; nil while that is no wait.
    func silence(of id: String) async -> (since: Double, timeout: Int64)? {
        let timeout = await settings.integer(.stallTimeout)
        return running[canonical(id)]?.silence.since(at: clock.now).map { ($0, timeout) }
    }

    /// Why nothing of its archive comes at the moment; nil when it comes, is paused, or is here.
    func fetchWait(of id: String) -> FetchWait? {
        running[canonical(id)].flatMap { $0.record.pausedAt == nil ? $0.waiting : nil }
    }

    /// Since when an installation is under way, is paused or has ended (seconds since 1970).
    func begin(of id: String) -> Double? {
        running[canonical(id)].map { $0.pausedAt ?? $0.record.startedAt } ?? results[id]?.time
    }

    /// Whether a person has paused it as a whole.
    func isPaused(_ id: String) -> Bool { running[canonical(id)]?.record.pausedAt != nil }

    /// Drops an installation for which nobody has agreed, and whose caller has gone, or is that of an earlier run of the
    /// service: when it calls again, with the same ID, it is asked.
    func drop(_ bundleID: String) async {
        await undo(bundleID)
        do throws(AssetStoreError) { try await store.removeInstallation(of: bundleID) } catch {
            logger.error("the end of the installation of \(bundleID) cannot be recorded: \(error)")
        }
        await fileEvents.release(bundleID)
        running[bundleID] = nil
        for (name, id) in aliases where id == bundleID { aliases[name] = nil }
        changes.signal()
    }

    static func consentRequired(_ sizes: InstallSizes, bundleID: String, isUpdate: Bool) -> ServiceError {
        let command = isUpdate ? "ba update \(bundleID) --yes" : "ba install SOURCE --yes"
        return ServiceError(
            .consentRequired,
            "\(sizes.name) \(sizes.version) names how much room it may take (\(sizes.words)), and nobody was there to agree "
                + "to that: `\(command)` does, and without --yes it asks in a terminal", subject: bundleID)
    }
}

extension InstallationsService.Running {
    /// Whether it brings a newer version of an app from the server that the app came from.
    var isUpdateFromServer: Bool {
        record.event == InstallationEventType.subsequentUpdate.rawValue
            && record.origin != AppSource.localOrigin && record.origin != AppSource.systemOrigin
    }
}

extension AppInformation {
    /// Whether there is room to agree to.
    var namesSizes: Bool { maxInstallSize ?? 0 > 0 || essentialMaxInstallSize ?? 0 > 0 }
}

extension InstallSizes {
    /// All of it, on one line.
    var words: String {
        let parts: [(String, Int64?)] = [
            ("itself", appBytes), ("its archive", archiveBytes), ("essential assets up to", maxEssentialBytes),
            ("other assets up to", maxAssetBytes),
        ]
        return parts.compactMap { name, bytes in bytes.map { "\(name) \(ByteCount.text($0))" } }.joined(separator: ", ")
    }
}
