// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppHost
internal import AssetPackModel
internal import AssetStore
internal import BundleSigning
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport

/// What is installed: listing, launching, telling processes apart, and removing.
struct AppsService: Sendable {
    /// Seconds that an app is launched later at most, for its extension to put in place what its installation has brought.
    static let patience: Double = 2

    let store: AssetStore
    let layout: StoreLayout
    let catalog: AppCatalog
    let installations: InstallationsService
    let extensions: ExtensionsService
    let downloads: DownloadsService
    let files: FilesService
    let fileEvents: FileEventsService
    let local: LocalPacksService
    let removal: AppRemoval
    let conditions: BackgroundConditions
    let front: AppsInFront
    let foreground: ForegroundProcesses
    let activity: ActivityMonitor
    let purgeable: PurgeableFiles
    /// What a process needs to find this service.
    let clientEnvironment: [String: String]
    let clock: any WallClock
    let logger: Logger

    /// Finds out whose process is at the other end of a connection: by its token, else by its executable.
    ///
    /// A process of no app is a tool.
    func caller(token: String?, processID: Int32) async throws(ServiceError) -> Session.Caller {
        do {
            if let token {
                guard let bundleID = try await store.bundleID(token: token) else {
                    throw ServiceError(
                        .notAttributed,
                        "the launch token of process \(processID) is not known: its app was uninstalled, or is "
                            + "another service's; install it, and launch it again")
                }
                return .app(bundleID: bundleID)
            }
            // The link is read by the kernel: device and inode are those of what runs, whatever its path holds now.
            guard let executable = FileStatus(resolving: "/proc/\(processID)/exe")?.identity,
                let bundleID = try await store.bundleID(executable: executable)
            else { return .tool }
            return .app(bundleID: bundleID)
        } catch { throw ServiceError(cause: error) }
    }

    /// The first call of an app: it is running from now on, and has been launched.
    func hello(
        _ hello: AppsInterface.Hello, session: Session, version: Int
    ) async throws(ServiceError) -> AppsInterface.Hello.Reply {
        guard hello.root == layout.root else {
            throw ServiceError(
                .rootMismatch,
                "process \(session.processID) expects a service with the root \(hello.root); this one has "
                    + "\(layout.root)")
        }
        var caller = session.caller
        if caller == .tool { caller = try await self.caller(token: hello.token, processID: session.processID) }
        session.identify(caller)
        let bundleID = try session.bundleID(named: nil)
        let information = try await catalog.bundle(of: bundleID)
        if case .app = caller {
            let isInBackground = hello.background == true
            if isInBackground { foreground.begin(session.processID, inFront: false) }
            front.began(
                bundleID, name: information.information.name, isGame: information.information.isGame,
                isInFront: foreground.contains(session.processID))
            if !isInBackground { await noteLaunch(of: bundleID) }
        }
        return AppsInterface.Hello.Reply(
            protocolVersion: version, root: layout.root, bundleID: bundleID,
            appGroupID: information.information.appGroupID, configurationProblem: information.managedProblem,
            resolvedLanguage: try await catalog.app(bundleID).resolvedLanguage)
    }

    /// A person has opened an app.
    private func noteLaunch(of bundleID: String) async {
        // When it was used is worth less than that it runs: a full disk does not keep it from its packs.
        do throws(AssetStoreError) {
            // What holds before the first launch, or since a person has quit it, ends with this.
            if try await store.recordLaunch(of: bundleID, at: clock.now) {
                await conditions.refresh()
                conditions.changes.signal()
            }
        } catch {
            logger.warning("the launch of \(bundleID) cannot be recorded: \(error)")
        }
        await files.lift(bundleID)
    }

    func list() async throws(ServiceError) -> [AppRecord] {
        var records: [AppRecord] = []
        let bytes = Dictionary(grouping: try await local.list(of: nil), by: \.bundleID)
            .mapValues { $0.reduce(0) { $0 &+ $1.bytes } }
        for app in try await catalog.apps() {
            let version: StoredAppVersion?
            do throws(ServiceError) { version = try await catalog.version(of: app.bundleID) } catch {
                // As between the two records that an installation makes.
                logger.debug("\(app.bundleID) is listed without its version: \(error)")
                version = nil
            }
            let progress = await installations.progress(of: app.bundleID)
            let isInstalling = progress.map { !$0.isFinal } ?? false
            let gone = version.flatMap { Self.isGone($0) ? $0 : nil }
            let state: AppRecord.State =
                app.currentVersionID != nil && gone == nil
                ? (isInstalling ? .updating : .ready) : isInstalling ? .installing : .failed
            let bundle = await bundle(of: app.bundleID)
            let information = bundle?.information
            let note = if let gone { Self.goneNote(gone) } else { await note(progress) }
            records.append(
                AppRecord(
                    bundleID: app.bundleID, name: app.name, version: version?.version ?? "",
                    build: version?.build ?? "",
                    state: state,
                    fraction: isInstalling ? progress?.fraction : nil,
                    paused: isInstalling ? progress?.phase == .paused : nil, appGroupID: information?.appGroupID,
                    origin: app.origin,
                    path: version?.path, packBytes: bytes[app.bundleID] ?? 0,
                    hasAssetPacks: information?.hasManagedAssetPacks,
                    requestsContent: bundle.map { ContentRequests.source(of: $0) != nil }, note: note,
                    team: app.team.flatMap(TeamIdentity.init(publicKey:))?.fingerprint))
        }
        return records + (await underWay(except: Set(records.map(\.bundleID))))
    }

    private func bundle(of bundleID: String) async -> AppBundle? {
        do throws(ServiceError) { return try await catalog.bundle(of: bundleID) } catch {
            logger.debug("\(bundleID) is listed without its bundle: \(error)")
            return nil
        }
    }

    /// The installations of apps that are not on record yet.
    private func underWay(except known: Set<String>) async -> [AppRecord] {
        var records: [AppRecord] = []
        for (id, source) in await installations.origins.sorted(by: { $0.key < $1.key }) where !known.contains(id) {
            guard let progress = await installations.progress(of: id) else { continue }
            records.append(
                AppRecord(
                    bundleID: ProvisionalName.shown(id), name: source.appName ?? "", version: "", build: "",
                    state: .installing,
                    fraction: progress.fraction, paused: progress.phase == .paused, appGroupID: nil,
                    origin: source.origin, path: nil, packBytes: 0,
                    hasAssetPacks: nil,
                    note: Self.note(progress)))
        }
        return records
    }

    /// What an installation that has ended said of missing packs is of no interest when they have come.
    private func note(_ progress: InstallationProgress?) async -> String? {
        guard let progress else { return nil }
        if progress.phase == .finished, !(await installations.lacksPacks(progress.bundleID)) { return nil }
        return Self.note(progress)
    }

    private static func note(_ progress: InstallationProgress) -> String? {
        if progress.phase == .awaitingConsent {
            return "waits for somebody to agree to its sizes: `ba explain \(progress.bundleID)` tells more"
        }
        guard progress.phase == .paused else { return progress.detail }
        let pause = "paused; `ba resume \(progress.bundleID)` lets it go on"
        return progress.detail.map { "\(pause); \($0)" } ?? pause
    }

    /// Whether the bundle of a version has been moved away, or removed: one that was adopted is not ours to keep.
    private static func isGone(_ version: StoredAppVersion) -> Bool { FileStatus(path: version.path) == nil }

    private static func goneNote(_ version: StoredAppVersion) -> String {
        "the bundle of \(version.bundleID) is gone from \(version.path): register it where it lies now, or uninstall it "
            + "(`ba uninstall \(version.bundleID)`)"
    }

    /// What to execute in order to launch an app; refused while its first version is being installed.
    func launch(_ bundleID: String) async throws(ServiceError) -> AppsInterface.Launch.Reply {
        let progress = await installations.progress(of: bundleID)
        if try await launchedVersion(of: bundleID) != nil {
            await fileEvents.waitForEssentials(of: bundleID, until: clock.now + Self.patience)
        }
        // Afterwards: an update may have put another one in its place meanwhile.
        guard let version = try await launchedVersion(of: bundleID) else {
            if let progress, !progress.isFinal {
                let percent = Int(progress.fraction * 100)
                let pause = progress.phase == .paused ? "; it is paused, and `ba resume \(bundleID)` lets it go on" : ""
                throw ServiceError(
                    .installationInProgress,
                    "\(bundleID) is being installed (\(percent) %): it can be launched when its "
                        + "essential assets are there\(pause)", subject: bundleID)
            }
            throw .appNotFound(bundleID)
        }
        let (bundle, environment) = try await surroundings(of: version)
        // Whether it ever says Hello: a program may end at once, or speak to the service by itself.
        await noteLaunch(of: bundleID)
        return AppsInterface.Launch.Reply(
            executable: bundle.executablePath, directory: bundle.path, environment: environment)
    }

    /// nil for an app that has none, or is none.
    private func launchedVersion(of bundleID: String) async throws(ServiceError) -> StoredAppVersion? {
        do throws(AssetStoreError) {
            guard let id = try await store.app(bundleID)?.currentVersionID else { return nil }
            return try await store.version(id)
        } catch { throw ServiceError(store: error) }
    }

    /// The processes of an app that are there, connected or not, without what they have started: that may be anything of the person's.
    func launchedProcesses(of bundleID: String) async -> [Int32] {
        do throws(AssetStoreError) {
            let tokens = try await store.tokens(of: bundleID)
            let folders = try await store.versions(of: bundleID).map(\.path)
            return await BlockingWork.run {
                LaunchedProcesses.own(LaunchedProcesses.running(tokens: tokens), in: folders)
            }
        } catch {
            logger.warning("whether \(bundleID) runs is not known: \(error)")
            return []
        }
    }

    /// The processes of all apps that are there, and those that they have started, with whose they are.
    func allLaunchedProcesses() async -> [Int32: String] {
        do throws(AssetStoreError) {
            let apps = try await store.appsByToken()
            return await BlockingWork.run { LaunchedProcesses.owners(apps) }
        } catch {
            logger.warning("which apps run is not known: \(error)")
            return [:]
        }
    }

    /// How to start an app that a person opens elsewhere than by a tool.
    ///
    /// - `token`: lets it come to the front of the desktop; nil for none.
    func foregroundLaunch(_ bundleID: String, token: String?) async throws(ServiceError) -> AppLaunch {
        let reply = try await launch(bundleID)
        var environment = reply.environment
        // As the specifications of Wayland and X11 have it.
        for name in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] { environment[name] = token }
        return AppLaunch(
            bundleID: bundleID, executable: reply.executable, directory: reply.directory, environment: environment,
            limits: nil)
    }

    /// How to start an app in the background: it counts as opened by nobody.
    func backgroundLaunch(_ bundleID: String) async throws(ServiceError) -> AppLaunch {
        let app = try await catalog.app(bundleID)
        let version: StoredAppVersion?
        do throws(AssetStoreError) {
            version = if let id = app.currentVersionID { try await store.version(id) } else { nil }
        } catch { throw ServiceError(store: error) }
        guard let version else { throw .appNotFound(bundleID) }
        var (bundle, environment) = try await surroundings(of: version)
        environment[ServiceProtocol.backgroundLaunchVariable] = "1"
        return AppLaunch(
            bundleID: bundleID, executable: bundle.executablePath, directory: bundle.path, environment: environment,
            limits: .background)
    }

    /// The bundle of a version, and the environment in which it is started.
    private func surroundings(
        of version: StoredAppVersion
    ) async throws(ServiceError) -> (bundle: AppBundle, environment: [String: String]) {
        let bundleID = version.bundleID
        if Self.isGone(version) { throw ServiceError(.appNotFound, Self.goneNote(version), subject: bundleID) }
        let bundle = try AppCatalog.bundle(at: version)
        var environment = clientEnvironment
        do throws(ServiceError) { environment = try await identity(of: bundleID) } catch
            where error.code == .outOfSpace
        {
            // Without a token its executable tells who it is.
            logger.warning("\(bundleID) is launched without a token: \(error)")
            environment[ServiceProtocol.bundleIDVariable] = bundleID
        }
        do throws(SystemError) {
            try purgeable.prepareCaches(of: bundleID)
            environment.merge(purgeable.environment(of: bundleID)) { _, own in own }
        } catch { logger.warning("\(bundleID) is launched without caches of its own: \(error)") }
        return (bundle, environment)
    }

    /// The environment that makes any process an app's.
    func identity(of bundleID: String) async throws(ServiceError) -> [String: String] {
        _ = try await catalog.app(bundleID)
        let token = (0..<4).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        var environment = clientEnvironment
        do throws(AssetStoreError) {
            environment[ServiceProtocol.launchTokenVariable] = try await store.token(
                for: bundleID, new: token, at: clock.now)
        } catch { throw ServiceError(store: error) }
        environment[ServiceProtocol.bundleIDVariable] = bundleID
        return environment
    }

    /// - Throws: `configurationInvalid` for an app that a person cannot remove: its drop-in would bring it back.
    func requireRemovable(_ bundleID: String) async throws(ServiceError) {
        let app: StoredApp?
        do throws(AssetStoreError) { app = try await store.app(bundleID) } catch { throw ServiceError(store: error) }
        // At the beginning of its first installation it is on no record yet.
        let begun = await installations.origins[bundleID]?.origin
        guard app?.origin == AppSource.systemOrigin || begun == AppSource.systemOrigin else { return }
        throw ServiceError(
            .configurationInvalid,
            "\(bundleID) came with a package of this system: remove that package, and it goes for every user",
            subject: bundleID)
    }

    /// Removes an app with its packs, its group's data and its desktop entry.
    ///
    /// - `answer`: what is recorded together with the removal, so that a repeat of the call finds it done.
    func uninstall(
        _ bundleID: String, keepData: Bool, answer: StoredAnswer? = nil
    ) async throws(ServiceError) {
        let isInstalling = await installations.progress(of: bundleID).map { !$0.isFinal } ?? false
        if isInstalling { try await installations.control(bundleID, .cancel) }
        let app: StoredApp?
        do throws(AssetStoreError) { app = try await store.app(bundleID) } catch { throw ServiceError(store: error) }
        // An app whose first installation was called off is gone already.
        guard app != nil else {
            guard isInstalling else { throw .appNotFound(bundleID) }
            return
        }
        await extensions.runs.callOff(bundleID)
        await downloads.cancelAll(of: bundleID)
        await files.cancelAll(of: bundleID)
        do throws(AssetStoreError) {
            try await store.removeApp(
                bundleID, groupRule: keepData ? .keep : .remove, answers: [answer].compactMap(\.self))
        } catch { throw ServiceError(store: error) }
        // A process that goes on is none of the next app of that name.
        activity.revoke(bundleID)
        await installations.forgetRefusals(of: bundleID)
        // Of one that was called off just now its watchers hear yet.
        if !isInstalling { await installations.forgetResult(of: bundleID) }
        // What was asked for meanwhile.
        let isUpdating = await installations.progress(of: bundleID).map { !$0.isFinal } ?? false
        if isUpdating {
            do throws(ServiceError) { try await installations.control(bundleID, .cancel) } catch {
                // Without its app it may have ended by itself.
                logger.notice("the update of \(bundleID), which is gone: \(error)")
            }
        }
        await extensions.runs.callOff(bundleID)
        await downloads.cancelAll(of: bundleID)
        await files.cancelAll(of: bundleID)
        await conditions.forget(bundleID)
        try await removal.finish(bundleID)
        logger.info("uninstalled \(bundleID)\(keepData ? ", and kept its data" : "")")
    }
}
