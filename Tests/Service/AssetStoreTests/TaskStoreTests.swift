// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Testing

@Suite("Background tasks on record") struct TaskStoreTests {
    private func with(_ body: (AssetStore, String) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            let store = try AssetStore(path: path)
            for id in ["a", "b"] {
                try await store.save(StoredApp(bundleID: id, name: id, origin: "local", addedAt: 1))
            }
            try await body(store, path)
        }
    }

    private func task(_ identifier: String, of bundleID: String = "a", at time: Double = 1) -> StoredTask {
        StoredTask(bundleID: bundleID, identifier: identifier, kind: "refresh", submittedAt: time)
    }

    private let full = StoredTask(
        bundleID: "a", identifier: "full", kind: "continued", earliestBegin: 2.5, needsNetwork: true,
        needsExternalPower: true, title: "t", subtitle: "s", submittedAt: 3.5)

    @Test("What waits is kept as it was asked for, and replaced by what is asked for by the same name") func waiting()
        async throws
    {
        try await with { store, path in
            var change = TaskChange()
            change.waiting = [task("one"), task("one", of: "b"), full]
            try await store.record(change)
            #expect(try await AssetStore(path: path).tasks() == [full, task("one"), task("one", of: "b")])
            var next = TaskChange()
            next.withdrawn = [.init(bundleID: "a", identifier: "full"), .init(bundleID: "a", identifier: "none")]
            next.waiting = [task("one", at: 9)]
            try await store.record(next)
            #expect(try await store.tasks() == [task("one", at: 9), task("one", of: "b")])
            // What is withdrawn and asked for at once is there.
            next.withdrawn = [.init(bundleID: "a", identifier: "one")]
            try await store.record(next)
            #expect(try await store.tasks() == [task("one", at: 9), task("one", of: "b")])
        }
    }

    @Test("A run has a number of its own, for good") func running() async throws {
        try await with { store, path in
            #expect(try await store.nextTaskRun() == 1)
            var change = TaskChange()
            let first = StoredTaskRun(id: 1, task: full, launchedAt: 5, onExternalPower: true)
            var second = StoredTaskRun(id: 2, task: task("two"), launchedAt: 6, onExternalPower: false)
            change.running = [second, first]
            try await store.record(change)
            #expect(try await store.taskRuns() == [first, second])
            (second.takenUpAt, second.isWithdrawn) = (7, true)
            var next = TaskChange()
            (next.running, next.ended) = ([second], [1])
            try await store.record(next)
            #expect(try await store.taskRuns() == [second])
            next = TaskChange()
            next.ended = [2]
            try await store.record(next)
            #expect(try await store.taskRuns().isEmpty)
            #expect(try await AssetStore(path: path).nextTaskRun() == 3)
        }
    }

    @Test("How apps behave, and the last of what was decided, is kept") func records() async throws {
        try await with { store, _ in
            let account = StoredTaskAccount(
                bundleID: "a", level: 1.5, updatedAt: 2, usedDays: 3, lastDay: 4, overruns: 5, throttledSince: 6,
                throttledUntil: 7, lastRefresh: 8)
            var change = TaskChange()
            change.accounts = [account]
            change.records = (0..<StoredTaskRecord.largestCount + 5).map {
                StoredTaskRecord(
                    bundleID: "a", identifier: "one", run: 1, time: Double($0), event: "launched", detail: "d")
            }
            change.records.append(StoredTaskRecord(bundleID: "b", identifier: "one", time: 1, event: "submitted"))
            try await store.record(change)
            #expect(try await store.taskAccounts() == [account])
            let records = try await store.taskRecords(of: "a")
            #expect(records.count == StoredTaskRecord.largestCount)
            #expect(records.first?.time == Double(StoredTaskRecord.largestCount + 4) && records.last?.time == 5)
            #expect(records.first?.detail == "d" && records.first?.run == 1)
            #expect(try await store.taskRecords(of: "b", limit: 1).map(\.event) == ["submitted"])
        }
    }

    @Test("All of it goes with its app, and none of an app that is gone is recorded") func removal() async throws {
        try await with { store, _ in
            var change = TaskChange()
            change.waiting = [task("one"), task("one", of: "b")]
            change.running = [StoredTaskRun(id: 1, task: task("two"), launchedAt: 5, onExternalPower: false)]
            change.accounts = [StoredTaskAccount(bundleID: "a", level: 1, updatedAt: 2, usedDays: 3, lastDay: 4)]
            change.records = [StoredTaskRecord(bundleID: "a", identifier: "one", time: 1, event: "submitted")]
            try await store.record(change)
            try await store.removeApp("a", groupRule: .remove)
            for _ in 1...2 {
                #expect(try await store.tasks() == [task("one", of: "b")])
                #expect(try await store.taskRuns().isEmpty)
                #expect(try await store.taskAccounts().isEmpty)
                #expect(try await store.taskRecords(of: "a").isEmpty)
                try await store.record(change)
            }
        }
    }
}
