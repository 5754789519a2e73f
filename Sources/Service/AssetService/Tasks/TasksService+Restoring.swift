// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import TaskScheduler

// What an earlier run of the service has left.
extension TasksService {
    /// Takes up requests, accounts and runs. A run goes on where the process that has it is there still; others have ended with the
    /// processes that had them, or wait again.
    func restore() async throws(AssetStoreError) {
        let now = clock.now
        startedAt = now
        let apps = Dictionary(uniqueKeysWithValues: try await store.apps().map { ($0.bundleID, $0) })
        for account in try await store.taskAccounts() {
            guard let app = apps[account.bundleID] else { continue }
            scheduler.add(account.bundleID, TaskAccount(account, addedAt: app.addedAt).following(now: now))
        }
        for stored in try await store.tasks() {
            guard let app = apps[stored.bundleID], let held = HeldTask(stored)?.following(now: now) else { continue }
            add(stored.bundleID, app)
            backlog.wait(held)
            scheduler.restore(held.request, now: now)
        }
        for stored in try await store.interruptedTasks() {
            guard let app = apps[stored.bundleID], let held = HeldTask(stored)?.again else { continue }
            add(stored.bundleID, app)
            backlog.beginAgain(held)
            // In the place of what waits by its name, and comes after it.
            scheduler.restore(held.request, now: now)
        }
        let next = try await store.nextTaskRun()
        var lost: [String: Set<UInt64>] = [:]
        for stored in try await store.taskRuns() {
            guard let app = apps[stored.task.bundleID], let task = HeldTask(stored.task),
                let id = UInt64(exactly: stored.id)
            else { continue }
            let bundleID = stored.task.bundleID
            var held = stored.isAgain ? task.again : task
            held.request.isWithdrawn = stored.isWithdrawn
            add(bundleID, app)
            scheduler.restore(
                run: id, held.request, launchedAt: stored.launchedAt, takenUpAt: stored.takenUpAt,
                isOnExternalPower: stored.onExternalPower, now: now)
            let processID = stored.processID.flatMap { Int32(exactly: $0) }
            active[id] = Active(held: held, processID: stored.takenUpAt == nil ? nil : processID)
            if stored.takenUpAt == nil, let session = held.session { sessionRuns.launch(session) }
            // One that is just beginning with it is the one that was started for it.
            let isThere =
                if let processID {
                    await processes.adopt(
                        processID, startedAt: stored.processStartedAt.flatMap { UInt64(exactly: $0) }, of: bundleID,
                        isStarted: stored.startedForTasks)
                } else { await processes.process(of: bundleID)?.isStarted ?? false && stored.takenUpAt == nil }
            guard isThere else {
                if stored.takenUpAt == nil { await processes.expect(bundleID, until: now + Self.returnTime) }
                lost[bundleID, default: []].insert(id)
                continue
            }
            await processes.begin(.tasks, of: bundleID)
        }
        scheduler.reserve(nextRun: UInt64(exactly: next) ?? 1)
        var change = TaskChange()
        for (bundleID, runs) in lost {
            end(
                runs,
                with: AppProcesses.End(
                    bundleID: bundleID, processID: 0, isCurrent: true, how: "the service was not there when it ended",
                    cause: .unseen), in: &change)
            // What a person has begun in it is nothing without it.
            if await processes.process(of: bundleID) == nil {
                cancelContinued(of: bundleID, withoutProcess: 0, in: &change)
            }
        }
        await record(change)
        await processes.settleRestored()
    }
}
