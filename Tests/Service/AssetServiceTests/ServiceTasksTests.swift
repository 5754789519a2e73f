// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import AssetService

@Suite(.timeLimit(.minutes(1))) struct ServiceTasksTests {
    @Test func whatHasBegunIsWaitedForAndNothingMoreBegins() async {
        let tasks = ServiceTasks()
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let states = Mutex<[String]>([])
        let task = tasks.start {
            for await _ in gate {}
            states.withLock { $0.append(Task.isCancelled ? "called off" : "ended") }
        }
        #expect(task != nil)
        let finishing = Task {
            await tasks.finish()
            states.withLock { $0.append("finished") }
        }
        // It begins with nothing more once it is finishing.
        while tasks.start({}) != nil, !Task.isCancelled { await Task.yield() }
        opener.finish()
        await finishing.value
        #expect(states.withLock { $0 } == ["ended", "finished"])
    }

    @Test func whatIsStoppedIsCalledOff() async {
        let tasks = ServiceTasks()
        let states = Mutex<[String]>([])
        tasks.start {
            while !Task.isCancelled { await Task.yield() }
            states.withLock { $0.append("called off") }
        }
        await tasks.stop()
        #expect(states.withLock { $0 } == ["called off"])
        #expect(tasks.start {} == nil)
    }
}
