// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Logging
internal import NIOCore
internal import ServiceInterface

extension AssetService {
    /// Takes up what an earlier run left, and serves until the task is cancelled or the end is asked for.
    ///
    /// - `socket`: a listening Unix socket, which this takes over.
    /// - `onEnding`: what is done when the end has come, before clients are let go of.
    package func run(socket: Int32, onEnding: @escaping @Sendable () async -> Void = {}) async throws {
        try await local.reconcileAll()
        try await removal.finishAll()
        await backgroundTasks.processes.restore(try await apps.store.startedProcesses())
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
        let hasEnded = StopSignal()
        await withTaskGroup(of: Void.self) { clients in
            clients.addTask {
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
                hasEnded.trigger()
            }
            // This ends before clients go: nobody is woken for what those leave behind who go because the service does.
            await work(orUntil: hasEnded, onEnding: onEnding)
            clients.cancelAll()
        }
        await tasks.stop()
        await installations.stop()
        await retired.stop()
        await queue.stop()
        await downloads.stop()
        await files.stop()
        await sessions.stop()
        // The disk may have room by now.
        _ = await sessions.recordAgain()
        await backgroundTasks.recorder.retry()
        await notifications.recorder.retry()
        await calls.waitForAll()
        await network.shutdown()
        device.stop()
        try await group.shutdownGracefully()
    }

    /// Does what is to be done by itself, until the end is asked for or the listener has ended, and answers what was asked until then.
    private func work(orUntil listenerHasEnded: StopSignal, onEnding: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await listenerHasEnded.wait() }
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
            await sessions.noteEnding()
            await installations.noteEnding()
            await onEnding()
            await drain()
            await calls.cancelAll()
            group.cancelAll()
        }
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
