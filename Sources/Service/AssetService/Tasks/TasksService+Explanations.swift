// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import ServiceInterface
internal import TaskScheduler

// Why a task has not begun, or what is done with it.
extension TasksService {
    func explanations(of id: String) -> [Explanation] {
        let now = clock.now
        var explanations: [Explanation] = []
        for run in scheduler.running where Self.isMeant(run.request.key, by: id) {
            let (state, reason): (String, String) =
                switch run.state {
                case .launching: ("launching", "its app is being started, or has not begun with it yet")
                case .running: ("running", "its app does it")
                case .expiring(let reason): ("expiring", "its app was told to end it: \(reason)")
                case .ending: ("ending", "its app has not ended it in time, and is being ended")
                }
            explanations.append(
                Explanation(
                    subject: Self.subject(run.request), state: state, condition: nil,
                    reason: reason,
                    since: run.since))
        }
        for held in backlog.all where Self.isMeant(held.key, by: id) {
            guard let wait = wait(of: held, now: now) else { continue }
            explanations.append(
                Explanation(
                    subject: Self.subject(held.request), state: "waiting", condition: wait.condition,
                    reason: Self.reason(wait, held.request), since: wait.since, endsWhen: wait.endsWhen,
                    nextAttempt: wait.end))
        }
        // Also where it has asked for nothing that waits for it.
        if backlog.keys(of: id).isEmpty, let wait = scheduler.wait(ofApp: id, now: now) {
            explanations.append(
                Explanation(
                    subject: "what \(id) may ask for in the background", state: "held back",
                    condition: wait.condition, reason: wait.words, since: wait.since, endsWhen: wait.endsWhen,
                    nextAttempt: wait.end))
        }
        return explanations
    }

    private static func reason(_ wait: TaskWait, _ request: TaskRequest) -> String {
        guard request.kind == .sessionEvents, case .earliestBegin = wait.reason else { return wait.words }
        return "its app did not look at them when it was woken, or may come back to them by itself"
    }

    private static func subject(_ request: TaskRequest) -> String {
        request.kind == .sessionEvents ? "the events of \(request.key)" : "the \(request.kind.words) \(request.key)"
    }

    private static func isMeant(_ key: TaskKey, by id: String) -> Bool {
        key.bundleID == id || HeldTask.keys(named: id, of: key.bundleID).contains(key)
    }

    /// What has become of a task that neither waits nor runs any more.
    func pastExplanations(of identifier: String) async throws(ServiceError) -> [Explanation] {
        do throws(AssetStoreError) {
            var records: [StoredTaskRecord] = []
            for key in HeldTask.keys(named: identifier, of: "") {
                records += try await store.lastTaskRecords(key.identifier)
            }
            return records.map { record in
                Explanation(
                    subject: "the background task \(record.identifier) of \(record.bundleID)", state: record.event,
                    condition: nil,
                    reason: (record.detail.map { "\($0); " } ?? "")
                        + "`ba task history \(record.bundleID)` tells what was decided before", since: record.time)
            }
        } catch { throw ServiceError(store: error) }
    }
}
