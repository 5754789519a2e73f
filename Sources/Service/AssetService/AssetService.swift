// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppHost
internal import AssetStore
internal import DownloadScheduler
internal import Foundation
package import Logging
internal import MessageBus
internal import NIOCore
internal import NIOPosix
internal import ServiceInterface
internal import SystemSupport

/// The whole service, wired: the one place where its parts meet.
package struct AssetService: Sendable {
    private let group: MultiThreadedEventLoopGroup
    private let listener: ServiceListener
    private let queue: TransferQueue
    private let extensionSlots: ExtensionSlots
    private let conditions: BackgroundConditions
    private let device: DeviceState
    private let states: AppStates
    private let foregroundWatch: ForegroundWatch
    private let tasks: ServiceTasks
    private let calls: CallLedger
    private let space: SpaceService
    private let roomWatch: RoomWatch
    private let downloads: DownloadsService
    private let files: FilesService
    private let fileEvents: FileEventsService
    private let fileWakes: FileWakes
    private let installations: InstallationsService
    private let retired: RetiredVersions
    private let systemApps: SystemApps
    private let network: NetworkService
    private let idle: IdleMonitor
    private let memory: MemoryRelease
    private let manifests: ManifestService
    private let checker: UpdateChecker
    private let apps: AppsService
    private let removal: AppRemoval
    private let local: LocalPacksService
    private let backgroundTasks: TasksService
    private let sessions: SessionsService
    private let notifications: NotificationsService
    private let activity: ActivityMonitor
    private let clock: any WallClock
    private let stop: StopSignal
    private let logger: Logger

    /// Opens the state under the root and builds the parts; nothing runs yet.
    ///
    /// - `random`: -1 to 1, for what must not happen everywhere at once.
    /// - Throws: when the root is somebody else's, or the database cannot be opened.
    package init(
        _ configuration: ServiceConfiguration, clock: any WallClock = SystemWallClock(),
        random: @escaping @Sendable () -> Double = { .random(in: -1...1) }, log: LogBuffer, stop: StopSignal,
        logger: Logger
    ) async throws {
        let layout = StoreLayout(root: configuration.location.root)
        try layout.prepare(userID: ProcessIdentity.userID)
        let store = try AssetStore(path: layout.database)
        let settings = try await SettingsService(store: store, random: random, logger: logger)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let network = NetworkService(
            store: store, group: group, settings: settings, proxyEnvironment: configuration.proxyEnvironment,
            logger: logger)
        let catalog = AppCatalog(store: store)
        let eventIDs = EventIDs(store: store, logger: logger)
        let events = EventsService(store: store, ids: eventIDs, logger: logger)
        let activity = ActivityMonitor()
        let local = LocalPacksService(store: store, layout: layout, clock: clock, logger: logger)
        let queue = TransferQueue(settings: settings, clock: clock)
        let device = DeviceState(buses: configuration.buses, logger: logger)
        let front = AppsInFront()
        let conditions = BackgroundConditions(
            store: store, settings: settings, device: device, front: front, queue: queue, clock: clock, logger: logger)
        let purgeable = PurgeableFiles(layout: layout, cachesFolder: configuration.cachesFolder)
        let roomWatch = RoomWatch(root: layout.root, queue: queue, clock: clock)
        let space = SpaceService(
            store: store, layout: layout, files: purgeable, queue: queue, watch: roomWatch, settings: settings,
            clock: clock, logger: logger)
        let tasks = ServiceTasks()
        let calls = CallLedger(store: store, clock: clock, logger: logger)
        let desktop = DesktopEntries(
            folder: configuration.applicationsFolder, tool: configuration.toolPath,
            root: configuration.hasOwnRoot ? layout.root : nil)
        let removal = AppRemoval(
            store: store, layout: layout, local: local, desktop: desktop, purgeable: purgeable, logger: logger)
        let groups = AppGroups(
            store: store, layout: layout, removal: removal, catalog: catalog, logger: logger)
        let foreground = ForegroundProcesses()
        let fileEvents = FileEventsService(
            store: store, ids: eventIDs, finished: FinishedFiles(layout: layout), isInFront: foreground.contains,
            isSuspended: foreground.isSuspended, clock: clock, logger: logger)
        let serving = ExtensionServing()
        let budgets = ExtensionBudgets(store: store, settings: settings, clock: clock, logger: logger)
        let slots = ExtensionSlots(settings: settings, clock: clock)
        let retries = ExtensionRetries()
        let extensions = ExtensionsService(
            store: store, clientEnvironment: configuration.clientEnvironment, settings: settings, logger: logger,
            serve: serving.serve, activity: activity, conditions: conditions, budgets: budgets,
            sandbox: ExtensionSandbox(store: store, layout: layout, purgeable: purgeable, logger: logger),
            confinement: configuration.confinement, metering: configuration.metering, slots: slots,
            retries: retries)
        let challenges = ChallengesService(
            events: fileEvents, extensions: extensions, catalog: catalog, settings: settings, clock: clock,
            logger: logger)
        let manifests = ManifestService(
            store: store, network: network, settings: settings, challenges: challenges,
            identity: DeviceIdentity(layout: layout), clock: clock, logger: logger)
        let downloads = DownloadsService(
            store: store, layout: layout, packs: local, network: network, catalog: catalog, manifests: manifests,
            events: events, settings: settings, queue: queue, space: space, challenges: challenges,
            clock: clock, logger: logger)
        let packs = PacksService(
            store: store, catalog: catalog, manifests: manifests, downloads: downloads, local: local, events: events,
            logger: logger)
        let files = FilesService(
            store: store, layout: layout, groups: groups, network: network, events: fileEvents, settings: settings,
            queue: queue, space: space, challenges: challenges, clock: clock, logger: logger)
        let content = ContentRequests(
            store: store, layout: layout, network: network, manifests: manifests, extensions: extensions,
            files: files, space: space, challenges: challenges, settings: settings, clock: clock, logger: logger)
        let retired = RetiredVersions(store: store, logger: logger)
        let installations = InstallationsService(
            store: store, layout: layout, catalog: catalog, manifests: manifests, downloads: downloads, files: files,
            fileEvents: fileEvents, content: content, local: local, extensions: extensions, desktop: desktop,
            groups: groups, removal: removal, retired: retired, network: network, space: space, settings: settings,
            reconnections: conditions.reconnections, systemLanguages: configuration.preferredLanguages, clock: clock,
            logger: logger)
        let apps = AppsService(
            store: store, layout: layout, catalog: catalog, installations: installations, extensions: extensions,
            downloads: downloads,
            files: files, fileEvents: fileEvents, local: local, removal: removal, conditions: conditions, front: front,
            foreground: foreground, activity: activity,
            purgeable: purgeable, clientEnvironment: configuration.clientEnvironment, clock: clock, logger: logger)
        let processes = AppProcesses(
            apps: apps,
            launcher: AppLauncher(
                busAddress: configuration.buses.session, environment: ProcessInfo.processInfo.environment,
                logger: logger), foreground: foreground, clock: clock, logger: logger)
        let sessionRuns = SessionRuns()
        let backgroundTasks = TasksService(
            store: store, catalog: catalog, processes: processes, conditions: conditions, sessionRuns: sessionRuns,
            clock: clock, logger: logger)
        let notifications = NotificationsService(
            store: store, catalog: catalog,
            opening: NotificationOpening(by: processes, foreground: foreground),
            busAddress: configuration.buses.session, clock: clock, logger: logger)
        let sessions = SessionsService(
            store: store, layout: layout, catalog: catalog, network: network, settings: settings, queue: queue,
            space: space, conditions: conditions, foreground: foreground, runs: sessionRuns, clock: clock,
            logger: logger, wake: { await backgroundTasks.wake(for: $0) })
        let systemApps = SystemApps(
            folder: configuration.systemAppsFolder, store: store, installations: installations,
            uninstall: { bundleID throws(ServiceError) in
                try await apps.uninstall(bundleID, keepData: true)
                await backgroundTasks.forget(bundleID)
                await sessions.forget(bundleID)
                await notifications.forget(bundleID)
            },
            logger: logger)
        let control = ControlService(
            configuration: configuration, store: store, settings: settings, network: network, catalog: catalog,
            local: local, activity: activity, systemApps: systemApps, device: device, queue: queue,
            backgroundTasks: backgroundTasks, stop: stop,
            clock: clock,
            logger: logger)

        let check = AppCheck(
            catalog: catalog, packs: packs, downloads: downloads, installations: installations,
            extensions: extensions, content: content, files: files, settings: settings, logger: logger)
        let checker = UpdateChecker(
            store: store, check: check, manifests: manifests, settings: settings, budgets: budgets,
            conditions: conditions, clock: clock,
            random: random, isRunning: activity.isRunning, logger: logger)

        let languages = LanguagesService(
            store: store, catalog: catalog, packs: packs, local: local, downloads: downloads, extensions: extensions,
            manifests: manifests, systemLanguages: configuration.preferredLanguages, logger: logger)

        var table = MethodTable()
        let states = AppStates(
            activity: activity, foreground: foreground, front: front, files: files, events: fileEvents,
            processes: processes)
        AppsHarness(
            apps: apps, installations: installations,
            quitting: AppQuitting(
                store: store, catalog: catalog, activity: activity, clock: clock, logger: logger),
            systemApps: systemApps, sources: AppSources(), calls: calls,
            checker: checker, languages: languages,
            languageChanges: LanguageChanges(catalog: catalog, languages: languages, check: check), states: states,
            backgroundTasks: backgroundTasks, sessions: sessions, notifications: notifications, tasks: tasks,
            logger: logger
        ).add(to: &table)
        PacksHarness(
            packs: packs, check: check, languages: languages, local: local, events: events, calls: calls
        ).add(to: &table)
        let exclusive = ExclusiveControlService(locks: ControlLocks(layout: layout), clock: clock, logger: logger)
        DownloadsHarness(
            downloads: downloads, files: files, installations: installations, catalog: catalog,
            explanations: ExplanationsService(
                installations: InstallationExplanations(installations: installations, catalog: catalog),
                manifests: ManifestExplanations(
                    manifests: manifests, installations: installations, challenges: challenges, checker: checker,
                    conditions: conditions),
                extensions: ExtensionExplanations(
                    catalog: catalog, extensions: extensions, ends: fileEvents, checker: checker),
                absences: AbsenceExplanations(
                    store: store, catalog: catalog, installations: installations, languages: languages,
                    checker: checker, conditions: conditions), downloads: downloads, files: files, packs: packs,
                checker: checker, conditions: conditions, catalog: catalog, slots: slots, control: exclusive,
                tasks: TaskExplanations(tasks: backgroundTasks), sessions: sessions),
            calls: calls
        ).add(to: &table)
        FilesHarness(
            files: files, events: fileEvents,
            control: exclusive, installations: installations, catalog: catalog, check: check,
            foreground: foreground,
            conditions: conditions,
            calls: calls
        ).add(to: &table)
        TasksHarness(
            tasks: backgroundTasks, catalog: catalog, foreground: foreground, settings: settings, calls: calls
        ).add(to: &table)
        SessionsHarness(sessions: sessions, catalog: catalog).add(to: &table)
        NotificationsHarness(notifications: notifications, catalog: catalog, calls: calls).add(to: &table)
        StorageHarness(
            storage: StorageService(store: store, layout: layout, files: purgeable, space: space), space: space,
            catalog: catalog
        ).add(to: &table)
        DebugHarness(
            identity: DeviceIdentity(layout: layout),
            simulations: SimulationService(
                catalog: catalog, installations: installations, extensions: extensions, budgets: budgets, check: check,
                languages: languages, tasks: tasks, logger: logger),
            settings: settings, catalog: catalog, log: log
        ).add(to: &table)
        ControlHarness(control: control, log: log, stop: stop).add(to: &table)

        let listener = ServiceListener(
            group: group, table: table,
            interfaces: InterfaceDirectory(
                texts: InterfaceText.all.filter { $0.key != "backgroundassets.v1.Extension" },
                version: ServiceConfiguration.version),
            activity: activity, logger: logger)
        serving.set(listener)
        self.group = group
        self.listener = listener
        self.queue = queue
        extensionSlots = slots
        self.conditions = conditions
        self.device = device
        self.states = states
        foregroundWatch = ForegroundWatch(states: states, files: files, events: fileEvents, clock: clock)
        self.tasks = tasks
        self.calls = calls
        self.space = space
        self.roomWatch = roomWatch
        self.downloads = downloads
        self.files = files
        self.backgroundTasks = backgroundTasks
        self.sessions = sessions
        self.notifications = notifications
        self.fileEvents = fileEvents
        fileWakes = FileWakes(
            events: fileEvents, extensions: extensions, catalog: catalog, finished: FinishedFiles(layout: layout),
            space: space, clock: clock, logger: logger)
        self.installations = installations
        self.retired = retired
        self.systemApps = systemApps
        self.network = network
        self.apps = apps
        self.removal = removal
        self.local = local
        self.activity = activity
        self.clock = clock
        self.stop = stop
        self.logger = logger
        self.manifests = manifests
        self.checker = checker
        memory = MemoryRelease(
            activity: activity, downloads: downloads, files: files, installations: installations, sessions: sessions,
            store: store, network: network, clock: clock)
        idle = IdleMonitor(
            activity: activity, downloads: downloads, files: files, installations: installations, checker: checker,
            tasks: backgroundTasks, sessions: sessions, notifications: notifications, settings: settings, clock: clock,
            canExit: configuration.activation != .foreground,
            isWokenByTimer: configuration.isWokenByTimer)
    }

    /// Takes up what an earlier run left, and serves until the task is cancelled or the end is asked for.
    ///
    /// - `socket`: a listening Unix socket, which this takes over.
    /// - `onEnding`: what is done when the end has come, before clients are let go of.
    package func run(socket: Int32, onEnding: @escaping @Sendable () async -> Void = {}) async throws {
        try await local.reconcileAll()
        try await removal.finishAll()
        // Early: what a person chooses before this program listens is lost.
        try await notifications.restore()
        try await fileEvents.restore(installing: try await apps.store.installations().map(\.bundleID))
        await device.start()
        try await conditions.restore()
        await conditions.refresh()
        try await manifests.restore()
        await checker.restore()
        try await files.restore()
        try await sessions.restore()
        try await downloads.restore(keeping: files.stagingNames.union(sessions.stagingNames))
        try await retired.sweep()
        try await installations.restore()
        try await backgroundTasks.restore()
        await systemApps.refresh()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await listener.run(socket: socket) { session in
                        do {
                            session.adopt(try await apps.caller(token: nil, processID: session.processID))
                        } catch { logger.warning("process \(session.processID) cannot be told apart: \(error)") }
                    } onEnd: { session in
                        guard session.saidHello, case .app(let bundleID) = session.caller else { return }
                        await states.left(bundleID)
                        await checker.recordUse(of: bundleID)
                        await space.markCaches(of: bundleID)
                        do throws(ServiceError) { try await local.collect(bundleID) } catch {
                            logger.warning("old packs of \(bundleID) cannot be removed: \(error)")
                        }
                    }
                } catch is CancellationError {
                } catch { logger.error("the socket failed: \(error)") }
            }
            group.addTask { await stop.wait() }
            group.addTask { await idle.wait() }
            group.addTask { await checker.run() }
            group.addTask { await memory.run() }
            group.addTask { await fileWakes.run() }
            group.addTask { await foregroundWatch.run() }
            group.addTask { await backgroundTasks.run() }
            group.addTask { await sessions.run() }
            group.addTask { await notifications.run() }
            group.addTask { for await end in backgroundTasks.sessionRuns.ends { await sessions.handled(end) } }
            group.addTask {
                for await bundleID in backgroundTasks.processes.allSuspensions {
                    await sessions.noteSuspension(of: bundleID)
                }
            }
            group.addTask { await queue.followSettings() }
            group.addTask { await extensionSlots.followSettings() }
            group.addTask { await conditions.run() }
            group.addTask { await space.run() }
            group.addTask { await roomWatch.run() }
            for (obstacle, signal) in [
                (.room, roomWatch.found), (.connection, conditions.reconnections), (.trust, network.changes),
            ] as [(DownloadObstacle, ChangeSignal)] {
                // From before anything can meet it.
                let changes = signal.changes(beginningWithOne: false)
                group.addTask { await checker.hasten(after: obstacle, each: changes) }
            }
            let networkChanges = network.changes.changes(beginningWithOne: false)
            group.addTask { for await _ in networkChanges { await conditions.noteReconnection() } }
            await group.next()
            logger.info("ending")
            await files.noteEnding()
            await installations.noteEnding()
            await onEnding()
            await drain()
            await calls.cancelAll()
            group.cancelAll()
        }
        await tasks.stop()
        await installations.stop()
        await retired.stop()
        await queue.stop()
        await downloads.stop()
        await files.stop()
        await sessions.stop()
        await calls.waitForAll()
        await network.shutdown()
        device.stop()
        try await group.shutdownGracefully()
    }

    /// Answers the calls that have begun, for two seconds at most; those that take longer are made again by their
    /// callers.
    private func drain() async {
        let end = clock.now + 2
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await activity.drain() }
            group.addTask {
                do { try await clock.sleep(until: end) } catch { return }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
