// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import ExtensionHost
internal import Logging
internal import ServiceInterface

/// Runs the downloader extensions of apps: starts one for a task, asks it, and ends it.
struct ExtensionsService: Sendable {
    /// Bytes of what an extension wants downloaded: as many as an app may have, with addresses of some length.
    private static let largestChoice = 16 << 20
    /// Ends of downloads that one process is told at most, and the seconds of its run time after which it is told no other.
    private static let largestEndCount = 64
    private static let longestRow: Double = 1
    let store: AssetStore
    /// What a process needs to find this service.
    let clientEnvironment: [String: String]
    let settings: SettingsService
    let logger: Logger
    /// Serves the socket on which an extension is a client.
    let serve: @Sendable (Int32, Session) async -> Void
    let activity: ActivityMonitor
    let conditions: BackgroundConditions
    let budgets: ExtensionBudgets
    let sandbox: ExtensionSandbox
    let confinement: ConfinementSupport
    let metering: MemoryMetering
    let slots: ExtensionSlots
    let retries: ExtensionRetries
    let runs = ExtensionRuns()

    /// Asks the extension of an app which of these packs it wants.
    ///
    /// - `isAwaited`: whether somebody waits for that, as at an installation.
    /// - Throws: how the extension failed; it has been ended then.
    func wanted(
        of packs: [DownloadManifestEntry], bundle: AppBundle, isAwaited: Bool
    ) async throws(ExtensionError) -> [DownloadManifestEntry] {
        guard !packs.isEmpty, let downloader = bundle.downloaderExtension else { return packs }
        let wanted = try await withExtension(downloader, of: bundle, isAwaited: isAwaited) {
            (process) throws(ExtensionError) in
            var wanted: [DownloadManifestEntry] = []
            for pack in packs where try await process.call(ExtensionInterface.ShouldDownload(pack: pack)).download {
                wanted.append(pack)
            }
            return wanted
        }
        await note(
            packs.filter { !wanted.contains($0) }, wanted: wanted.map(\.id), declinedBy: bundle.information.bundleID)
        return wanted
    }

    /// Remembers what an extension declined, for whoever asks why it is not here.
    private func note(_ packs: [DownloadManifestEntry], wanted: [String], declinedBy bundleID: String) async {
        if !packs.isEmpty {
            logger.info("the extension of \(bundleID) declined \(packs.map(\.id).joined(separator: ", "))")
        }
        do throws(AssetStoreError) {
            try await store.noteDeclined(packs.map { ($0.id, $0.version) }, wanted: wanted, of: bundleID)
        } catch { logger.warning("what the extension of \(bundleID) declined cannot be recorded: \(error)") }
    }

    /// Asks the extension of an app what to download.
    ///
    /// - `generation`: the installation that it is asked for.
    /// - Throws: how the extension failed; it has been ended then. `calledOff` when another version is installed meanwhile.
    func downloads(
        for request: ExtensionInterface.Downloads, from downloader: AppBundle.BundledExtension, of bundle: AppBundle,
        _ generation: ExtensionRuns.Generation, isAwaited: Bool
    ) async throws(ExtensionError) -> [FileDownload] {
        try await withExtension(
            downloader, of: bundle, generation, isChoosing: true, isAwaited: isAwaited
        ) { (process) throws(ExtensionError) in
            let reply = try await process.call(request)
            let count = max(reply.files.count, reply.excessiveCount ?? 0)
            guard count <= FilesInterface.largestCount else {
                throw .excessive(
                    extensionID: downloader.information.bundleID, count: count, limit: FilesInterface.largestCount)
            }
            return reply.files
        }
    }

    /// Tells the extension of an app how downloads have ended, one after the other in one process, and returns when it has dealt
    /// with them.
    ///
    /// - `next`: told that it has dealt with an end, and whether another may follow in the same process; answers with that.
    /// - Throws: how the extension failed; it has been ended then.
    func tell(
        _ event: FileEvent, to downloader: AppBundle.BundledExtension, of bundle: AppBundle,
        next: (FileEvent, Bool) async -> FileEvent?
    ) async throws(ExtensionError) {
        try await withExtension(downloader, of: bundle, isAwaited: false) { (process) throws(ExtensionError) in
            var (told, count) = (event, 1)
            while true {
                try await tell(told, to: process)
                // A slow one has its run time for each of them; others have their turn, too.
                let mayGoOn = count < Self.largestEndCount && process.runTime < Self.longestRow
                guard let following = await next(told, mayGoOn) else { return }
                (told, count) = (following, count + 1)
            }
        }
    }

    private func tell(_ event: FileEvent, to process: ExtensionProcess) async throws(ExtensionError) {
        guard let file = event.file else { return }
        if event.kind == .finished {
            _ = try await process.call(ExtensionInterface.Finished(file: file, path: event.path ?? ""))
        } else {
            let failure = event.failure ?? FileFailure(cause: .unknown, message: "the download has failed")
            _ = try await process.call(ExtensionInterface.Failed(file: file, failure: failure))
        }
    }

    /// Asks the extension of an app what a server asks.
    ///
    /// - Throws: how the extension failed; it has been ended then.
    func answer(
        _ challenge: Challenge, about file: FileDownload, from downloader: AppBundle.BundledExtension,
        of bundle: AppBundle
    ) async throws(ExtensionError) -> ChallengeReply {
        try await withExtension(downloader, of: bundle, isAwaited: true) { (process) throws(ExtensionError) in
            try await process.call(ExtensionInterface.Challenged(file: file, challenge: challenge)).reply
        }
    }

    /// Why the extension of an app may not run now; nil when it may.
    func refusal(of bundleID: String) async -> ExtensionRefusal? {
        if let hold = await conditions.hold(of: bundleID) {
            return ExtensionRefusal(
                condition: Explanation.Condition(hold.condition), reason: hold.condition.description, since: hold.since,
                endsWhen: hold.condition.endsWhen)
        }
        do throws(AssetStoreError) {
            if let quitAt = try await store.app(bundleID)?.quitAt {
                return ExtensionRefusal(
                    condition: .appQuit, reason: "a person has quit the app", since: quitAt,
                    endsWhen: "the app is opened")
            }
        } catch { logger.error("whether a person has quit \(bundleID) is not known: \(error)") }
        guard let until = await budgets.exhaustedUntil(bundleID) else { return nil }
        return ExtensionRefusal(
            condition: .runTimeUsedUp, reason: "its run time of the day is used up",
            since: await budgets.exhaustedSince(bundleID),
            endsWhen: "enough of it has come back", until: until)
    }

    /// - Throws: `notPermitted` when the extension may not run now.
    func checkPermission(
        _ downloader: AppBundle.BundledExtension, of bundle: AppBundle
    ) async throws(ExtensionError) {
        guard let refusal = await refusal(of: bundle.information.bundleID) else { return }
        throw .notPermitted(
            extensionID: downloader.information.bundleID, reason: refusal.reason, until: refusal.until)
    }

    /// - `isChoosing`: it is asked what to download, and schedules nothing otherwise meanwhile.
    /// - `isAwaited`: whether somebody waits for its answer.
    private func withExtension<Value: Sendable>(
        _ downloader: AppBundle.BundledExtension, of bundle: AppBundle, _ generation: ExtensionRuns.Generation? = nil,
        isChoosing: Bool = false, isAwaited: Bool,
        _ body: (ExtensionProcess) async throws(ExtensionError) -> Value
    ) async throws(ExtensionError) -> Value {
        let bundleID = bundle.information.bundleID
        let generation = generation ?? runs.generation(of: bundleID)
        let calledOff = ExtensionError.calledOff(extensionID: downloader.information.bundleID)
        try await checkPermission(downloader, of: bundle)
        return try await slots.run(bundleID, isAwaited: isAwaited, cancelled: calledOff) {
            (hasWaited) async throws(ExtensionError) in
            if hasWaited { try await checkPermission(downloader, of: bundle) }
            let value = try await runConfined(downloader, of: bundle, generation, isChoosing: isChoosing, body)
            // What a version that is gone chooses is not for the one that is there.
            if isChoosing, runs.generation(of: bundleID) != generation { throw calledOff }
            return value
        }
    }

    private func runConfined<Value: Sendable>(
        _ downloader: AppBundle.BundledExtension, of bundle: AppBundle, _ generation: ExtensionRuns.Generation,
        isChoosing: Bool,
        _ body: (ExtensionProcess) async throws(ExtensionError) -> Value
    ) async throws(ExtensionError) -> Value {
        let bundleID = bundle.information.bundleID
        var launch = ExtensionLaunch(
            extensionID: downloader.information.bundleID, executable: downloader.executablePath,
            directory: downloader.path, environment: environment(bundleID: bundleID),
            runTime: min(
                Double(await settings.integer(.extensionRunTime)), await budgets.remaining(of: bundleID) ?? .infinity),
            memory: UInt64(await settings.integer(.extensionMemory)) << 20)
        launch.confinementWay = confinement.way
        launch.metering = metering
        if isChoosing { launch.answerLimit = Self.largestChoice }
        let temporary: String
        do throws(ServiceError) {
            temporary = sandbox.temporaryFolder()
            launch.environment["TMPDIR"] = temporary
            launch.environment.merge(sandbox.purgeable.environment(of: bundleID)) { _, own in own }
            launch.confinement = try await sandbox.prepare(for: bundle, temporary: temporary)
        } catch { throw .cannotConfine(extensionID: launch.extensionID, reason: error.message) }
        do throws(ExtensionError) {
            let value = try await run(launch, of: bundleID, generation, isChoosing: isChoosing, body)
            await sandbox.removeTemporaryFolder(temporary)
            return value
        } catch {
            await sandbox.removeTemporaryFolder(temporary)
            throw error
        }
    }

    private func run<Value: Sendable>(
        _ launch: ExtensionLaunch, of bundleID: String, _ generation: ExtensionRuns.Generation, isChoosing: Bool,
        _ body: (ExtensionProcess) async throws(ExtensionError) -> Value
    ) async throws(ExtensionError) -> Value {
        guard runs.generation(of: bundleID) == generation else { throw .calledOff(extensionID: launch.extensionID) }
        let (process, sockets) = try await ExtensionProcess.start(launch, logger: logger)
        guard let number = runs.begin(process, of: bundleID, generation, now: budgets.clock.now) else {
            await process.end()
            throw .calledOff(extensionID: launch.extensionID)
        }
        defer { runs.end(number, of: bundleID) }
        logger.info("started the extension \(launch.extensionID) as process \(process.processID)")
        let serving = Task {
            await withTaskGroup(of: Void.self) { group in
                for socket in sockets {
                    let session = Session(
                        id: activity.nextID(), processID: process.processID,
                        caller: .downloaderExtension(bundleID: bundleID), isChoosing: isChoosing)
                    group.addTask { await serve(socket, session) }
                }
            }
        }
        let meter = RunMeter(budgets, bundleID: bundleID) { process.runTime }
        do throws(ExtensionError) {
            let value = try await body(process)
            await process.end()
            await meter.settle()
            await serving.value
            logger.info("ended the extension \(launch.extensionID)")
            await noteRun(of: bundleID, failure: nil)
            retries.returned(bundleID)
            return value
        } catch {
            await process.end()
            await meter.settle()
            await serving.value
            // One that was ended with its app has not failed.
            let failure = runs.isCalledOff(number) ? .calledOff(extensionID: launch.extensionID) : error
            if case .calledOff = failure {
                logger.info("\(failure)")
            } else {
                logger.warning("\(failure)")
                await noteRun(of: bundleID, failure: failure)
            }
            throw failure
        }
    }

    /// Keeps how the last run ended, for whoever asks why nothing happens.
    private func noteRun(of bundleID: String, failure: ExtensionError?) async {
        do throws(AssetStoreError) {
            try await store.noteRun(
                ofExtensionOf: bundleID,
                failure: failure.map { ($0.description, Explanation.Condition($0).rawValue) }, now: budgets.clock.now)
        } catch { logger.error("how the extension of \(bundleID) has run cannot be recorded: \(error)") }
    }

    private func environment(bundleID: String) -> [String: String] {
        var environment = clientEnvironment
        environment[ServiceProtocol.bundleIDVariable] = bundleID
        environment["PATH"] = "/usr/bin:/bin"
        environment["LANG"] = "C.UTF-8"
        return environment
    }
}
