// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing

@testable import AssetService

@Suite struct SessionTasksTests {
    private func held(_ number: Int64, suspended: Bool = false, ended wakes: Int? = nil) -> HeldSessionTask {
        var held = HeldSessionTask(
            SessionTask(number: number, kind: .data, request: FileRequest(url: "https://localhost/\(number)")),
            transferID: nil, createdAt: 0)
        held.isSuspended = suspended
        held.ending = wakes.map { SessionEnding(wakes: $0 == 0 ? nil : $0) }
        return held
    }

    @Test("How many are how far is known after each change") func counts() {
        var tasks = SessionTasks()
        tasks[1] = held(1)
        tasks[2] = held(2, suspended: true)
        tasks[3] = held(3, ended: 0)
        #expect((tasks.count(.underWay), tasks.count(.suspended), tasks.count(.new)) == (1, 1, 1))
        tasks[1] = held(1, ended: 1)
        tasks[3] = nil
        #expect((tasks.count(.underWay), tasks.count(.new), tasks.count(.told)) == (0, 0, 1))
        #expect(tasks.count == 2 && tasks.inOrder.map(\.task.number) == [1, 2])
        tasks[1] = nil
        tasks[2] = nil
        #expect(tasks.isEmpty && tasks.count(.underWay, .suspended, .new, .told, .left) == 0)
    }

    @Test("An app is called for what it was woken for less than three times, when nothing else is under way")
    func calls() {
        var state = SessionState(settings: SessionSettings())
        #expect(!state.callsForApp && state.isQuiet)
        state.tasks[1] = held(1, ended: 0)
        #expect(state.callsForApp && state.isNewToApp)
        state.tasks[1] = held(1, ended: 2)
        #expect(state.callsForApp && !state.isNewToApp)
        state.tasks[2] = held(2)
        #expect(!state.callsForApp)
        state.tasks[2] = held(2, suspended: true)
        #expect(state.callsForApp)
        state.tasks[1] = held(1, ended: 3)
        #expect(!state.callsForApp && state.hasEnds)
    }
}
