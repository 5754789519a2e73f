// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

@testable import AssetService

/// Several `URLSession` objects of one background session, in one process.
@Suite("D4: Objects of one session", .timeLimit(.minutes(2))) struct SessionObjectsTests {
    @Test("What was begun by an object without a delegate is heard by the one that has one, in the same process, too")
    func secondObject() async throws {
        try await TaskWorld.withSessions { tasks, url in
            let app = try await tasks.start(["second \(url)"])
            _ = try await tasks.world.wait {
                try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks.first?.state == .ended
                    ? true : nil
            }
            try tasks.world.folder.write("", to: "go")
            app.waitUntilExit()
            let heard = tasks.said().filter { $0 != "another one" }
            #expect(heard.suffix(2) == ["downloaded storm", "completed task"], "\(heard)")
            #expect(try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks == [])
        }
    }

    @Test("An object that wants no more tasks hears of what one without a delegate has begun, and goes then")
    func secondObjectLeaving() async throws {
        try await TaskWorld.withSessions { tasks, url in
            tasks.world.server.serve("/weather", Array("storm".utf8), faults: [.stall(after: 1)])
            try tasks.world.folder.write("", to: "go")
            let app = try await tasks.start(["second \(url)"])
            await tasks.world.server.wait { $0.stalledCount == 1 }
            try await tasks.waitForWord("another one")
            tasks.world.server.release()
            app.waitUntilExit()
            let heard = tasks.said().filter { $0 != "another one" }
            #expect(heard.suffix(2) == ["downloaded storm", "completed task"], "\(heard)")
            #expect(try await tasks.world.call(SessionsInterface.List(bundleID: nil)).tasks == [])
        }
    }

    @Test("One that an app is woken with, and that wants no more tasks, hears that all has been told before it goes")
    func leavingWhenWoken() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try tasks.world.folder.write("", to: "leaving")
            tasks.world.server.serve("/weather", Array("storm".utf8), faults: [.stall(after: 1)])
            try await tasks.open("leave \(url)")
            await tasks.world.server.wait { $0.stalledCount == 1 }
            tasks.world.server.release()
            try await tasks.waitForWord("has left")
            #expect(
                tasks.said() == [
                    "woken for isStormy", "downloaded storm", "completed task", "finished events of isStormy",
                    "has left",
                ], "\(tasks.said())")
            try await tasks.waitForNoProcess()
        }
    }

    @Test("One that wants no more tasks, whose app is suspended before the last has ended, hears that that was all")
    func leavingWhenResumed() async throws {
        try await TaskWorld.withSessions { tasks, url in
            try tasks.world.folder.write("", to: "absent")
            tasks.world.server.serve("/weather", Array("storm".utf8), faults: [.stall(after: 1)])
            let app = try await tasks.start(["finish \(url)"])
            await tasks.world.server.wait { $0.stalledCount == 1 }
            kill(app.processIdentifier, SIGSTOP)
            try await eventually { ForegroundProcesses().isSuspended(app.processIdentifier) }
            tasks.world.server.release()
            try await tasks.waitForWord("invalid")
            // Its handler is called beside that.
            let heard = tasks.said().filter { $0 != "woken for isStormy" && !$0.hasPrefix("wrote") }
            #expect(
                heard == ["downloaded storm", "completed task", "finished events of isStormy", "invalid"],
                "\(tasks.said())")
            kill(app.processIdentifier, SIGKILL)
            app.waitUntilExit()
        }
    }

    @Test("An object without a delegate that is made just after takes nothing from the one that has one") func beside()
        async throws
    {
        try await TaskWorld.withSessions { tasks, url in
            tasks.world.server.serve("/weather", Array("storm".utf8), faults: [.stall(after: 1)])
            try await tasks.open("leave \(url)")
            await tasks.world.server.wait { $0.stalledCount == 1 }
            let app = try await tasks.start(["beside \(url)"])
            try await tasks.waitForWord("there are 1")
            tasks.world.server.release()
            app.waitUntilExit()
            #expect(
                tasks.said() == ["there are 1", "wrote 5", "downloaded storm", "completed task"], "\(tasks.said())")
        }
    }

    @Test("An object without a delegate goes on when another one of its session is invalid") func outliving()
        async throws
    {
        try await TaskWorld.withSessions { tasks, url in
            try await tasks.open("outlive \(url)")
            #expect(tasks.said() == ["outlived storm"], "\(tasks.said())")
        }
    }
}
