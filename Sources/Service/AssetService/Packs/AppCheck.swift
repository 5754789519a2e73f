// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import DownloadScheduler
internal import ExtensionHost
internal import Logging
internal import ServiceInterface

/// One look at what is newer of an app: its packs, its own files and itself.
struct AppCheck: Sendable {
    let catalog: AppCatalog
    let packs: PacksService
    let downloads: DownloadsService
    let installations: InstallationsService
    let extensions: ExtensionsService
    let content: ContentRequests
    let files: FilesService
    let settings: SettingsService
    let logger: Logger

    /// Apps that are to have packs of which the last download met this obstacle.
    func appsLackingPacks(after obstacle: DownloadObstacle) async -> Set<String> {
        var apps: Set<String> = []
        for (key, failure) in await downloads.failures where failure.cause?.obstacle == obstacle {
            if await installations.lacksPacks(key.bundleID) { apps.insert(key.bundleID) }
        }
        return apps
    }

    /// Looks for newer packs of an app at once, and updates all that are outdated.
    ///
    /// - `byApp`: whether the app itself asks. It hears of what is removed by the answer, and asks for updates of what it
    ///   has, not for what its installation owes; anybody else is told when that cannot be had.
    /// - Throws: `configurationInvalid` for an app that manages its assets itself; `manifestUnavailable` and the like.
    func runNow(
        _ bundleID: String, byApp: Bool
    ) async throws(ServiceError) -> PacksInterface.CheckForUpdates.Reply {
        // What its BAManifestURL names is for its extension alone.
        guard ContentRequests.source(of: try await catalog.bundle(of: bundleID)) == nil else {
            throw ServiceError(
                .configurationInvalid,
                "\(bundleID) manages its assets itself, and has no asset packs: `ba update \(bundleID)` has its extension asked",
                subject: bundleID)
        }
        let late = try await installations.makeUp(for: bundleID, isAwaited: true)
        var reply = try await packs.checkForUpdates(of: bundleID, tellingRemovals: !byApp)
        if !byApp { reply.problem = late.failure?.message }
        reply.updatingIDs = Set(reply.updatingIDs).union(late.queuedIDs).sorted()
        // What is on its way, or waits to be tried again, is not there: whoever asks wants it now.
        if !byApp {
            reply.updatingIDs = Set(reply.updatingIDs).union(await downloads.awaitedPackIDs(of: bundleID)).sorted()
        }
        return reply
    }

    /// Looks for newer assets of an app, and has them fetched.
    ///
    /// - Returns: whether the server answered, or nothing was asked of it.
    func lookForAssets(of bundleID: String) async -> Bool {
        let arePacksReached = await checkPacks(bundleID)
        let isContentReached = await requestContent(of: bundleID)
        return arePacksReached && isContentReached
    }

    /// Asks an app that manages its assets itself what it wants, and schedules that. It stays launchable meanwhile, also while
    /// essential files are fetched.
    ///
    /// - `request`: nil for what its installation could not ask, else for what is newer.
    /// - `isAwaited`: whether somebody waits for the answer.
    /// - Throws: `configurationInvalid` when there is nothing to ask, `manifestUnavailable` and `extensionFailed` when it was
    ///   not asked.
    func requestContent(
        _ request: ContentRequest?, of bundleID: String, isAwaited: Bool = true
    ) async throws(ServiceError) -> FilesInterface.RequestContent.Reply {
        let bundle = try await catalog.bundle(of: bundleID)
        guard ContentRequests.source(of: bundle) != nil else {
            throw ServiceError(
                .configurationInvalid,
                "\(bundleID) has managed packs, or no extension with a BAManifestURL: there is nothing to ask",
                subject: bundleID)
        }
        return try await ask(await wanted(request, of: bundleID), of: bundle, isAwaited: isAwaited)
    }

    private func wanted(_ request: ContentRequest?, of bundleID: String) async -> ContentRequest {
        if let request { return request }
        return await installations.owedRequest(of: bundleID) ?? .periodic
    }

    private func ask(
        _ request: ContentRequest, of bundle: AppBundle, isAwaited: Bool
    ) async throws(ServiceError) -> FilesInterface.RequestContent.Reply {
        let bundleID = bundle.information.bundleID
        do throws(ContentRequests.Failure) {
            let wanted = try await content.ask(request, of: bundle, isPatient: false, isAwaited: isAwaited)
            let admitted = await files.admit(
                wanted, of: bundleID, allowsEssential: request == .install || request == .update)
            if request != .languageChange { await installations.noteAsked(bundleID) }
            return FilesInterface.RequestContent.Reply(wanted: wanted.count, refusals: admitted.refusals)
        } catch {
            if case .ofExtension(.calledOff) = error {
                // Another version is there by now, which has its own reasons.
            } else {
                await installations.noteUnasked(bundleID, because: "\(error)")
            }
            let code: ServiceError.Code = if case .manifest = error { .manifestUnavailable } else { .extensionFailed }
            throw ServiceError(code, "\(bundleID) was not asked: \(error)", subject: bundleID)
        }
    }

    /// Looks for a newer version of an app, and has it fetched.
    ///
    /// - Returns: whether the server answered, or nothing was asked of it.
    func lookForApp(_ bundleID: String) async -> Bool {
        guard await settings.isOn(.automaticUpdates) else { return true }
        do throws(ServiceError) {
            if try await installations.beginUpdate(of: bundleID, isAutomatic: true) != nil {
                logger.info("checked \(bundleID): updating it")
            }
            return true
        } catch {
            logger.notice("whether there is a newer \(bundleID) is not known: \(error)")
            return error.code != .downloadFailed
        }
    }

    private func checkPacks(_ bundleID: String) async -> Bool {
        var isMadeUp = true
        do throws(ServiceError) {
            guard try await catalog.information(of: bundleID).hasManagedAssetPacks else { return true }
            // What an installation calls for is no update.
            isMadeUp = try await makeUp(for: bundleID)
            guard await settings.isOn(.automaticUpdates) else { return isMadeUp }
            let reply = try await packs.checkForUpdates(of: bundleID, tellingRemovals: true) {
                (outdated) async throws(ServiceError) in try await choose(outdated, of: bundleID)
            }
            logger.info(
                "checked \(bundleID): updating \(reply.updatingIDs.count) packs, removed \(reply.removedIDs.count)")
            return isMadeUp
        } catch {
            logger.notice("the check of \(bundleID) failed and comes again: \(error)")
            return isMadeUp && error.code != .manifestUnavailable
        }
    }

    /// Has what is owed fetched.
    ///
    /// - Returns: false where that waits for an installation that is under way.
    private func makeUp(for bundleID: String) async throws(ServiceError) -> Bool {
        do throws(ServiceError) {
            _ = try await installations.makeUp(for: bundleID, isAwaited: false)
            return true
        } catch {
            guard error.code == .installationInProgress else { throw error }
            logger.info("\(error.message)")
            return false
        }
    }

    /// An app that manages its assets itself is asked what it wants: what its installation could not ask, or what is newer.
    ///
    /// - Returns: whether its server answered, or nothing was asked of it.
    private func requestContent(of bundleID: String) async -> Bool {
        do throws(ServiceError) {
            let bundle = try await catalog.bundle(of: bundleID)
            guard ContentRequests.source(of: bundle) != nil else { return true }
            let reply = try await ask(await wanted(nil, of: bundleID), of: bundle, isAwaited: false)
            logger.info("checked \(bundleID): it wants \(reply.wanted) files")
            return true
        } catch {
            logger.notice("\(bundleID) cannot be asked what it wants: \(error.message)")
            return error.code != .manifestUnavailable
        }
    }

    /// The extension has its say about what is fetched without being asked for. One that fails is asked again at the next
    /// check; until then the app keeps the versions that it has.
    private func choose(
        _ outdated: [DownloadManifestEntry], of bundleID: String
    ) async throws(ServiceError) -> [DownloadManifestEntry] {
        let bundle = try await catalog.bundle(of: bundleID)
        do throws(ExtensionError) {
            return try await extensions.wanted(of: outdated, bundle: bundle, isAwaited: false)
        } catch {
            logger.warning("no packs of \(bundleID) are updated: \(error)")
            return []
        }
    }
}
