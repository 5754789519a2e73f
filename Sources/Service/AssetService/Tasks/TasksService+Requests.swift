// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import ServiceInterface
internal import TaskScheduler

// What apps ask for, and take back.
extension TasksService {
    /// Takes what an app asks for, in the place of what it has asked for by the same identifier.
    ///
    /// - `processID`: of the process that asks.
    /// - `queues`: whether a continued task waits for its turn.
    /// - `answer`: what is recorded together with it.
    func submit(
        _ task: BackgroundTask, of bundleID: String, by processID: Int32, queues: Bool, answer: StoredAnswer?
    ) async throws(ServiceError) {
        let app = try await catalog.app(bundleID)
        let rules = TaskRules(
            bundleID: bundleID, declaration: try await catalog.information(of: bundleID).backgroundTasks)
        _ = try rules.check(task)
        add(bundleID, app)
        await look()
        try await inOrder { (service) async throws(ServiceError) in
            service.add(bundleID, app)
            guard var held = HeldTask(task, of: bundleID, submittedAt: service.clock.now) else { return }
            held.processID = processID
            let before = service.backlog.waiting(held.key)
            do throws(TaskRefusal) {
                try service.scheduler.submit(
                    held.request, beside: service.backlog.waiting(of: bundleID).map(\.request), waits: queues,
                    now: service.clock.now)
            } catch {
                let refusal = ServiceError(error, task.identifier, of: bundleID)
                var change = TaskChange()
                service.note("refused", of: held.key, refusal.message, in: &change)
                await service.record(change)
                throw refusal
            }
            var change = TaskChange()
            service.backlog.wait(held, in: &change)
            // What begins again comes before it.
            if let again = service.backlog.interrupted(held.key) {
                service.scheduler.restore(again.request, now: service.clock.now)
            }
            service.note(accountOf: bundleID, in: &change)
            service.note(before == nil ? "submitted" : "replaced", of: held.key, in: &change)
            do throws(AssetStoreError) { try await service.recorder.record(change, answer: answer) } catch {
                // As if it had not been asked for.
                service.scheduler.cancel(held.key)
                service.backlog.restore(held.key, to: before)
                if let next = service.backlog.next(held.key) {
                    service.scheduler.restore(next.request, now: service.clock.now)
                }
                throw ServiceError(store: error)
            }
        }
        changes.signal()
    }

    /// Takes back what has not begun. What has does not begin once more.
    ///
    /// - `identifier`: nil for all.
    func cancel(
        _ identifier: String?, of bundleID: String, answer: StoredAnswer?
    ) async throws(ServiceError) {
        try await inOrder { (service) async throws(ServiceError) in
            let keys = service.backlog.keys(of: bundleID).filter {
                (identifier == nil || $0.identifier == identifier)
                    && service.backlog.next($0)?.request.kind != .sessionEvents
            }
            var change = TaskChange()
            for key in keys {
                if let name = service.backlog.waiting(key)?.name { change.withdrawn.append(name) }
                if let name = service.backlog.interrupted(key)?.name { change.resumed.append(name) }
                service.note("cancelled", of: key, in: &change)
            }
            let begun = service.scheduler.running.filter {
                $0.request.key.bundleID == bundleID && $0.request.kind != .sessionEvents
                    && (identifier == nil || $0.request.key.identifier == identifier)
            }
            change.withdrawnRuns = begun.compactMap { Int64(exactly: $0.id) }
            do throws(AssetStoreError) { try await service.recorder.record(change, answer: answer) } catch {
                throw ServiceError(store: error)
            }
            service.backlog.remove(keys)
            for key in Set(keys).union(begun.map(\.request.key)) { service.scheduler.withdraw(all: key) }
        }
        changes.signal()
    }

    /// What an app has asked for and has not begun, by identifier.
    func pending(of bundleID: String) -> [BackgroundTask] {
        backlog.waiting(of: bundleID).filter { $0.request.kind != .sessionEvents }.map(\.task)
    }

    /// What waits and what runs.
    ///
    /// - `bundleID`: nil for all apps.
    func records(of bundleID: String?) async -> [TaskRecord] {
        await look()
        let now = clock.now
        var records: [TaskRecord] = scheduler.running.compactMap { run in
            guard let active = active[run.id], bundleID == nil || run.request.key.bundleID == bundleID else {
                return nil
            }
            let state: TaskRecord.State =
                switch run.state {
                case .launching: .launching
                case .running: .running
                case .expiring: .expiring
                case .ending: .ending
                }
            return TaskRecord(
                bundleID: run.request.key.bundleID, task: active.held.task, state: state,
                submittedAt: run.request.submittedAt, run: Int64(run.id), since: run.since, fraction: active.fraction)
        }
        for held in backlog.all where bundleID == nil || held.key.bundleID == bundleID {
            let wait = wait(of: held, now: now)
            records.append(
                TaskRecord(
                    bundleID: held.key.bundleID, task: held.task, state: .waiting,
                    submittedAt: held.request.submittedAt, since: wait?.since ?? held.request.submittedAt,
                    waiting: wait?.words, condition: wait?.condition, nextAttempt: wait?.end))
        }
        return records
    }

    /// What a request waits for; nil for nothing.
    func wait(of held: HeldTask, now: Double) -> TaskWait? {
        let wait = scheduler.wait(of: held.key, now: now)
        guard let again = backlog.interrupted(held.key), again != held else { return wait }
        return TaskWait(.behindItself, since: held.request.submittedAt)
    }

    /// What was decided about the tasks of an app, the last first.
    func history(of bundleID: String, limit: Int?) async throws(ServiceError) -> [TaskHistoryEntry] {
        do throws(AssetStoreError) {
            let limit = min(max(0, limit ?? StoredTaskRecord.largestCount), StoredTaskRecord.largestCount)
            return try await store.taskRecords(of: bundleID, limit: limit).map { record in
                TaskHistoryEntry(
                    bundleID: record.bundleID, identifier: record.identifier, run: record.run, time: record.time,
                    event: record.event, detail: record.detail)
            }
        } catch { throw ServiceError(store: error) }
    }
}

extension ServiceError {
    /// Why a request is not taken.
    fileprivate init(_ refusal: TaskRefusal, _ identifier: String, of bundleID: String) {
        switch refusal {
        case .unavailable(let condition):
            self.init(
                .tasksUnavailable,
                "\(bundleID) may do nothing in the background: \(condition), until \(condition.endsWhen)",
                subject: bundleID)
        case .tooManyPending(let kind, let limit):
            self.init(
                .tooManyPendingTasks,
                "\(bundleID) has \(limit) \(kind.words)\(limit == 1 ? "" : "s") waiting, as many as it may have: "
                    + "\(identifier) is taken when one of them has begun, or is cancelled", subject: bundleID)
        case .immediateRunIneligible(let running):
            self.init(
                .immediateRunIneligible,
                "\(identifier) of \(bundleID) cannot begin at once: \(running) runs, or comes first", subject: bundleID)
        }
    }
}
