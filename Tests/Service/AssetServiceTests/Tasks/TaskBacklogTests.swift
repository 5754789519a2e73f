// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import ServiceInterface
import TaskScheduler
import Testing

@testable import AssetService

/// What waits, and what begins again before it.
@Suite struct TaskBacklogTests {
    private func held(_ identifier: String, of app: String = "a", at time: Double = 1) throws -> HeldTask {
        try #require(HeldTask(BackgroundTask(identifier, .refresh), of: app, submittedAt: time))
    }

    @Test("What begins again comes first, and what waits by the same name after it") func turns() throws {
        var (backlog, change) = (TaskBacklog(), TaskChange())
        let (first, next) = (try held("one", at: 1), try held("one", at: 2))
        backlog.wait(next, in: &change)
        backlog.beginAgain(first, in: &change)
        #expect(backlog.count == 2 && backlog.next(first.key) == first.again)
        #expect(backlog.all == [first.again, next])
        // An app has asked for one.
        #expect(backlog.waiting(of: "a") == [next])
        #expect(change.waiting == [next.stored] && change.interrupted.count == 1)
        #expect(backlog.begin(first.key, in: &change) == first.again)
        #expect(change.resumed == [first.name] && change.withdrawn.isEmpty)
        #expect(backlog.begin(first.key, in: &change) == next)
        #expect(change.withdrawn == [next.name])
        #expect(backlog.begin(first.key, in: &change) == nil && backlog.count == 0)
        #expect(backlog.keys(of: "a").isEmpty && backlog.all.isEmpty)
    }

    @Test("What was not taken is as it was before, and what goes leaves the others") func changes() throws {
        var backlog = TaskBacklog()
        let (one, other) = (try held("one"), try held("two", of: "b"))
        for held in [one, other] { backlog.wait(held) }
        backlog.wait(try held("one", at: 2))
        backlog.restore(one.key, to: one)
        #expect(backlog.waiting(one.key) == one)
        backlog.restore(one.key, to: nil)
        #expect(backlog.keys(of: "a").isEmpty && backlog.count == 1)
        backlog.remove(backlog.keys(of: "b"))
        #expect(backlog.count == 0)
    }
}
