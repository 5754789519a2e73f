// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceClient
internal import ServiceInterface
internal import Synchronization
internal import Varlink

/// Makes an app's asset packs available on this device, and reads what is in them.
///
/// Files of local packs are read without asking the system: a process sees them as they were when it first looked, until
/// it makes a call that changes packs (``ensureLocalAvailability(of:requireLatestVersion:)``, ``checkForUpdates()``,
/// ``remove(assetPackWithID:)``). Everything else goes to the user's service, which is started when it does not run.
///
/// When the app lacks what managed asset packs need (`BAAppGroupID` or `BAHasManagedAssetPacks` in its Info.plist, a
/// downloader extension), methods that can throw say so, and the others answer that there is nothing.
public actor AssetPackManager {
    /// The manager of this process's app.
    public static let shared = AssetPackManager.makeShared()

    let identity: AppIdentity
    let packs: LocalPacks
    let hub: PackEventHub
    /// What ``resolvedLanguage`` was set to; the outer nil: it was not set.
    let chosenLanguage = Mutex<Locale.Language??>(nil)

    init(identity: AppIdentity) {
        self.identity = identity
        packs = LocalPacks(identity: identity)
        hub = PackEventHub(identity: identity, packs: packs)
    }

    /// A manager of its own, by an environment.
    package init(environment: [String: String]) { self.init(identity: AppIdentity(environment: environment)) }

    private static func makeShared() -> AssetPackManager {
        let manager = AssetPackManager(identity: .own)
        if !manager.identity.isExtension {
            manager.identity.presence?.start()
        }
        return manager
    }

    /// What happens to the downloads of all packs: first the ends of those that ended while the app was away and that no
    /// process of it has heard of yet, then what happens from now on. It never finishes.
    public var statusUpdates: some Sendable & AsyncSequence<AssetPackManager.DownloadStatusUpdate, Never> {
        DownloadStatusUpdates(hub: hub)
    }

    /// What happens to the download of a pack from now on; when it ended while the app was away, and the pack is here in
    /// its newest version, that comes first. It finishes after ``DownloadStatusUpdate/finished(_:)`` or
    /// ``DownloadStatusUpdate/failed(_:_:)``.
    public nonisolated func statusUpdates(
        forAssetPackWithID assetPackID: String
    ) -> some Sendable & AsyncSequence<AssetPackManager.DownloadStatusUpdate, Never> {
        DownloadStatusUpdates(hub: hub, packID: assetPackID)
    }

    /// What happens to the downloads of all packs, as ``statusUpdates`` has it, from when this has returned on: nothing is
    /// missed that happens before the first iteration.
    package nonisolated func followDownloads()
        -> some Sendable & AsyncSequence<AssetPackManager.DownloadStatusUpdate, Never>
    {
        DownloadStatusUpdates(hub: hub, packID: nil)
    }

    // MARK: The service

    /// Calls the service for an app whose configuration is all right.
    func call<Method: ServiceMethod>(_ method: Method, packID: String? = nil) async throws -> Method.Reply {
        do throws(ServiceClientError) {
            let identity = try await identity.reply()
            if let problem = identity.configurationProblem {
                throw .service(ServiceError(.configurationInvalid, problem, subject: identity.bundleID))
            }
            return try await self.identity.service.call(method)
        } catch { throw ErrorTranslation.error(error, packID: packID) }
    }
}
