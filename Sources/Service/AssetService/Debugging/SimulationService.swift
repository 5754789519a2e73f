// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Logging
internal import ServiceInterface

/// Does for an app what the system does by itself when it is installed, updated, or looked at now and then, because a developer
/// wants to see it.
struct SimulationService: Sendable {
    let catalog: AppCatalog
    let installations: InstallationsService
    let extensions: ExtensionsService
    let budgets: ExtensionBudgets
    let check: AppCheck
    let languages: LanguagesService
    let tasks: ServiceTasks
    let logger: Logger

    /// Begins with it, after the run time of the app's extension has been reset.
    ///
    /// - Returns: why the extension does not run now all the same; nil when it may.
    /// - Throws: `appNotFound`; `configurationInvalid` for an app that no event is told to; `installationInProgress` while the app is being installed, which is such an event already.
    func simulate(_ event: SimulatedEvent, of bundleID: String) async throws(ServiceError) -> String? {
        guard event != .unknown else {
            throw ServiceError(
                .settingInvalid, "this service does not know the event: it is older than the tool", subject: bundleID)
        }
        if let progress = await installations.progress(of: bundleID), !progress.isFinal {
            throw ServiceError(
                .installationInProgress, "\(bundleID) is being installed: wait until that has ended",
                subject: bundleID)
        }
        let bundle = try await catalog.bundle(of: bundleID)
        guard bundle.information.hasManagedAssetPacks || ContentRequests.source(of: bundle) != nil else {
            throw ServiceError(
                .configurationInvalid,
                "\(bundleID) has neither managed packs nor an extension with a BAManifestURL: no event wakes anything of it",
                subject: bundleID)
        }
        await budgets.reset(bundleID)
        let refusal = await extensions.refusal(of: bundleID)
        logger.notice("simulating \(event.rawValue) for \(bundleID)")
        tasks.start {
            do throws(ServiceError) { try await carryOut(event, for: bundle) } catch {
                logger.warning("simulating \(event.rawValue) for \(bundleID) failed: \(error.message)")
            }
        }
        return refusal.map { "\($0.reason); it ends when \($0.endsWhen)" }
    }

    private func carryOut(_ event: SimulatedEvent, for bundle: AppBundle) async throws(ServiceError) {
        let bundleID = bundle.information.bundleID
        let isManaged = bundle.information.hasManagedAssetPacks
        switch event {
        case .appInstall where isManaged: try await queuePacks(of: .firstInstallation, bundleID: bundleID)
        case .appUpdate where isManaged: try await queuePacks(of: .subsequentUpdate, bundleID: bundleID)
        case .appLanguageChange where isManaged: try await languages.follow(bundleID, isAwaited: true)
        case .appInstall: try await requestContent(.install, of: bundleID)
        case .appUpdate: try await requestContent(.update, of: bundleID)
        case .appLanguageChange: try await requestContent(.languageChange, of: bundleID)
        case .appPeriodicCheck:
            _ = await check.lookForAssets(of: bundleID)
            _ = await check.lookForApp(bundleID)
        case .unknown: break
        }
        logger.notice("simulated \(event.rawValue) for \(bundleID)")
    }

    private func queuePacks(of event: InstallationEventType, bundleID: String) async throws(ServiceError) {
        let late = try await installations.queuePacks(of: event, bundleID: bundleID, isAwaited: true)
        if let failure = late.failure { throw failure }
        logger.notice("\(late.queuedIDs.count) packs of \(bundleID) are fetched for it")
    }

    private func requestContent(_ request: ContentRequest, of bundleID: String) async throws(ServiceError) {
        let reply = try await check.requestContent(request, of: bundleID)
        logger.notice("the extension of \(bundleID) wants \(reply.wanted) files")
    }
}
