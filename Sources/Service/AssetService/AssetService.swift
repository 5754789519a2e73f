// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppHost
internal import AssetStore
internal import DeviceConditions
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
    let group: MultiThreadedEventLoopGroup
    let listener: ServiceListener
    let queue: TransferQueue
    let extensionSlots: ExtensionSlots
    let conditions: BackgroundConditions
    let device: DeviceState
    let states: AppStates
    let foregroundWatch: ForegroundWatch
    let tasks: ServiceTasks
    let calls: CallLedger
    let space: SpaceService
    let roomWatch: RoomWatch
    let downloads: DownloadsService
    let files: FilesService
    let fileEvents: FileEventsService
    let fileWakes: FileWakes
    let installations: InstallationsService
    let retired: RetiredVersions
    let systemApps: SystemApps
    let network: NetworkService
    let idle: IdleMonitor
    let memory: MemoryRelease
    let manifests: ManifestService
    let checker: UpdateChecker
    let apps: AppsService
    let removal: AppRemoval
    let local: LocalPacksService
    let backgroundTasks: TasksService
    let sessions: SessionsService
    let notifications: NotificationsService
    let activity: ActivityMonitor
    let clock: any WallClock
    let stop: StopSignal
    let logger: Logger

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
        let device = DeviceState(
            buses: configuration.buses, files: PowerFiles(folder: configuration.systemFolder), logger: logger)
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
        let launcher = AppLauncher(
            busAddress: configuration.buses.session, environment: ProcessInfo.processInfo.environment, logger: logger)
        let processes = AppProcesses(
            launches: AppLaunches(
                inBackground: { bundleID throws(ServiceError) in try await apps.backgroundLaunch(bundleID) },
                inFront: { bundleID, token throws(ServiceError) in
                    try await apps.foregroundLaunch(bundleID, token: token)
                }, running: { await apps.launchedProcesses(of: $0) },
                allRunning: { await apps.allLaunchedProcesses() }), activity: activity, launcher: launcher,
            foreground: foreground, clock: clock, logger: logger
        ) { bundleID, process in
            do throws(AssetStoreError) { try await store.record(process, of: bundleID) } catch {
                logger.warning("which process of \(bundleID) was started is not recorded: \(error)")
            }
        }
        let sessionRuns = SessionRuns()
        let backgroundTasks = TasksService(
            store: store, catalog: catalog, processes: processes, conditions: conditions, sessionRuns: sessionRuns,
            clock: clock, logger: logger)
        let notifications = NotificationsService(
            store: store, ids: eventIDs, catalog: catalog,
            opening: NotificationOpening(by: processes, foreground: foreground),
            busAddress: configuration.buses.session, timeZone: LocalTimeZone(), clock: clock, logger: logger)
        let sessions = SessionsService(
            store: store, layout: layout, catalog: catalog, network: network, settings: settings, queue: queue,
            space: space, conditions: conditions, foreground: foreground, runs: sessionRuns, clock: clock,
            logger: logger, wake: { await backgroundTasks.wake(for: $0, notBefore: $1) },
            withdrawWake: { await backgroundTasks.withdrawWake(for: $0) })
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
            tasks: backgroundTasks, sessions: sessions, notifications: notifications, outputs: launcher.outputs,
            settings: settings, clock: clock,
            canExit: configuration.activation != .foreground,
            isWokenByTimer: configuration.isWokenByTimer)
    }
}
