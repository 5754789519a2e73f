// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import TransferEngine

// An app that came from a server is updated from there: when the archive at its address is another one, it is installed as
// if a person had asked for it.
extension InstallationsService {
    /// Begins to update an app to what its server has now.
    ///
    /// - `caller`: whether a person agrees to larger sizes than those of the installed version.
    /// - `isAutomatic`: nobody asked for it: an archive that was refused once is not fetched again for that.
    /// - Returns: the bundle ID of the installation to watch, which may have begun before; nil when there is nothing newer, or
    ///   the app came from no server.
    /// - Throws: `downloadFailed` when the server cannot be asked.
    func beginUpdate(
        of bundleID: String, callID: String = UUID().uuidString, isAutomatic: Bool = false,
        caller: ConsentCaller = .nobody
    ) async throws(ServiceError) -> String? {
        if let id = id(ofCall: callID) {
            try await join(id, caller)
            return id
        }
        if let id = try await ended(callID) { return id }
        if running[bundleID] != nil {
            try await join(bundleID, caller)
            return bundleID
        }
        let version = try await catalog.version(of: bundleID)
        guard let source = try source(of: version) else { return nil }
        let token = await token(of: bundleID, for: source)
        let tag = try await tag(of: source, known: version.sourceTag, token: token)
        if let tag, tag == version.sourceTag {
            await forgetFailure(of: bundleID)
            return nil
        }
        if let tag, isAutomatic, tag == refusedTags[bundleID] { return nil }
        // Meanwhile the app may be gone, or another one, and another call may have begun it.
        guard try await catalog.version(of: bundleID).id == version.id else { return nil }
        if running[bundleID] != nil {
            try await join(bundleID, caller)
            return bundleID
        }
        let record = StoredInstallation(
            bundleID: bundleID, callID: callID, source: source.text, origin: source.origin, allowDowngrade: false,
            staging: UUID().uuidString, adopted: false, event: InstallationEventType.subsequentUpdate.rawValue,
            phase: InstallationProgress.Phase.downloadingApp.rawValue, versionID: nil, fraction: 0,
            detail: nil, startedAt: clock.now, consent: caller.consent?.rawValue, token: token)
        forgetResult(of: bundleID)
        start(record, source: source, isNew: true, asker: caller.asker)
        return bundleID
    }

    /// Where an app is updated from: only from where it came.
    private func source(of version: StoredAppVersion) throws(ServiceError) -> AppSource? {
        guard let text = version.source, !version.adopted else { return nil }
        return try AppSources().source(at: text)
    }

    /// What the host was shown that an app came from; nil for nothing.
    private func token(of bundleID: String, for source: AppSource) async -> String? {
        do throws(ServiceError) {
            let information = try await catalog.bundle(of: bundleID).information
            return HostedAppAddress(source, of: information)?.token(of: information.receipt)
        } catch {
            logger.warning("what the host of \(bundleID) is shown is not known: \(error)")
            return nil
        }
    }

    /// The entity tag of what a server has now. Where it is nil, or none is known to compare it with, the installation finds
    /// out whether that is newer: it ends when it has come to the Info.plist.
    private func tag(of source: AppSource, known: String?, token: String?) async throws(ServiceError) -> String? {
        guard case .remote(let address) = source else { return nil }
        do throws(TransferError) {
            return try await network.transport().entityTag(
                at: address, known: known, challenges: HeldToken(token, for: address))
        } catch { throw ServiceError(appTransfer: error, source: source) }
    }

    /// What came from this address is of no use to the app that is installed.
    func noteRefusal(of bundleID: String, tag: String?) {
        guard remoteSource(of: bundleID) != nil,
            running[bundleID]?.record.event == InstallationEventType.subsequentUpdate.rawValue
        else { return }
        refusedTags[bundleID] = tag
    }

    /// The app is gone, and with it what was refused for it.
    func forgetRefusals(of bundleID: String) async {
        refusedTags[bundleID] = nil
        await manifests.forgetFailure(of: bundleID)
    }

    /// The address that an installation fetches its app from; nil for what lies on this device.
    func remoteSource(of bundleID: String) -> String? {
        guard let record = running[bundleID]?.record, record.origin != AppSource.localOrigin,
            record.origin != AppSource.systemOrigin
        else { return nil }
        return record.source
    }

    /// An archive has turned out to hold the version that is installed: it is not to be fetched again for that.
    func noteSource(of bundleID: String, tag: String?) async {
        guard let source = remoteSource(of: bundleID) else { return }
        do {
            guard let id = try await store.app(bundleID)?.currentVersionID, var version = try await store.version(id)
            else { return }
            (version.source, version.sourceTag) = (source, tag)
            try await store.save(version)
        } catch { logger.warning("where updates of \(bundleID) come from cannot be recorded: \(error)") }
    }
}
