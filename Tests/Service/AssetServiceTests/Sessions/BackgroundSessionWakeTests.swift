// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// Apps are woken for their sessions.
@Suite("D4: Apps are woken for their sessions", .timeLimit(.minutes(2))) struct BackgroundSessionWakeTests {
    @Test("An app that is away is woken when all of a session has ended, once") func waking() async throws {
        try await TaskWorld.with { tasks in
            let world = tasks.world
            world.server.serve("/weather", Array("storm".utf8), faults: [.stall(after: 1)])
            let app = try await SessionClient(world, "isStormy")
            try await app.add(1, world.server.url("/weather"))
            await world.server.wait { $0.stalledCount == 1 }
            try await app.add(2, world.server.url("/weather?again"))
            _ = try await app.end(of: 2, in: world)
            app.close()
            #expect(try await tasks.records() == [])
            world.server.release()
            try await tasks.waitForWord("launched isStormy")
            try await tasks.waitForHistory("completed")
            #expect(tasks.said().first == "started in the background")
            #expect(try await tasks.history().prefix(4) == ["submitted", "launched", "takenUp", "completed"])
            try await tasks.waitForNoProcess()
            // It has not looked: it is woken again, but not now.
            let record = try await world.wait { try await tasks.record("isStormy") }
            #expect(record.condition == .notYet && record.nextAttempt == world.clock.now + 900)
            let explanations = try await world.explain("isStormy")
            #expect(explanations.contains { $0.reason.hasPrefix("its app did not look at them") }, "\(explanations)")
        }
    }

    @Test(
        "An app that does not look at what it is woken for is woken for that three times, and hears of it when it looks"
    )
    func heedless() async throws {
        try await TaskWorld.with { tasks in
            let world = tasks.world
            world.server.serve("/weather", Array("storm".utf8))
            let app = try await SessionClient(world, "here")
            try await app.add(1, world.server.url("/weather"))
            app.close()
            for count in 1...3 {
                try await tasks.waitForHistory("completed", count: count)
                if count == 3 { break }
                try await tasks.waitForHistory("submitted", count: count + 1)
                if count == 2 { try await world.restart() }
                world.clock.advance(by: 901)
            }
            try await world.restart()
            world.clock.advance(by: 901)
            let again = try await SessionClient(world, "here")
            defer { again.close() }
            _ = try await again.end(of: 1, in: world)
            #expect(try await tasks.history().count { $0 == "submitted" } == 3)
        }
    }

    @Test("An app that has heard of everything meanwhile is not woken for it once more") func heard() async throws {
        try await TaskWorld.with { tasks in
            let world = tasks.world
            world.server.serve("/weather", Array("storm".utf8))
            let app = try await SessionClient(world, "here")
            try await app.add(1, world.server.url("/weather"))
            app.close()
            try await tasks.waitForHistory("submitted", count: 2)
            let again = try await SessionClient(world, "here")
            defer { again.close() }
            _ = try await again.end(of: 1, in: world)
            try await again.conclude(1)
            _ = try await world.wait { again.events(.drained).count == 1 ? true : nil }
            _ = try await world.wait { try await tasks.records().isEmpty ? true : nil }
            world.clock.advance(by: 901)
            _ = try await tasks.records()
            #expect(try await tasks.history().count { $0 == "launched" } == 1)
        }
    }

    @Test("An app that runs has time to come back to a service that begins before it is woken for its session")
    func comingBack() async throws {
        try await TaskWorld.with { tasks in
            let world = tasks.world
            world.server.serve("/weather", Array("storm".utf8), faults: [.stall(after: 1)])
            let process = try await tasks.startProgram()
            defer { kill(process.processIdentifier, SIGKILL) }
            _ = try await world.wait { tasks.followCount == 1 ? true : nil }
            let app = try await SessionClient(world, "here")
            try await app.add(1, world.server.url("/weather"))
            await world.server.wait { $0.stalledCount == 1 }
            try await world.stop()
            app.close()
            world.server.release()
            try await world.start()
            let record = try await world.wait { try await tasks.record("here") }
            #expect(record.condition == .notYet && record.nextAttempt == world.clock.now + TasksService.returnTime)
            _ = try await world.wait { tasks.followCount == 2 ? true : nil }
            world.clock.advance(by: TasksService.returnTime)
            try await tasks.waitForWord("launched here")
            #expect(tasks.said().count { $0.hasPrefix("started") } == 1)
        }
    }

    @Test("What ends in a service's first seconds does not wait for a wake that is to come later") func earlierWake()
        async throws
    {
        try await TaskWorld.with { tasks in
            let world = tasks.world
            world.server.serve("/weather", Array("storm".utf8))
            world.server.serve("/second", Array("storm".utf8), faults: [.stall(after: 1)])
            let app = try await SessionClient(world, "here")
            try await app.add(1, world.server.url("/weather"))
            app.close()
            // It has not looked, and is to be woken once more.
            try await tasks.waitForHistory("submitted", count: 2)
            try await tasks.waitForNoProcess()
            let process = try await tasks.startProgram()
            defer { kill(process.processIdentifier, SIGKILL) }
            try await tasks.waitForWord("started by somebody")
            let again = try await SessionClient(world, "here")
            try await again.add(2, world.server.url("/second"))
            await world.server.wait { $0.stalledCount == 1 }
            try await world.stop()
            again.close()
            world.server.release()
            try await world.start()
            let soon = world.clock.now + TasksService.returnTime
            _ = try await world.wait { try await tasks.record("here")?.nextAttempt == soon ? true : nil }
        }
    }

    @Test("An app that wants no launch events is not woken, nor one that has the session") func notWaking() async throws
    {
        try await TaskWorld.with { tasks in
            let world = tasks.world
            world.server.serve("/weather", Array("storm".utf8))
            let app = try await SessionClient(world, "here")
            try await app.add(1, world.server.url("/weather"))
            _ = try await app.end(of: 1, in: world)
            app.close()
            let quiet = try await SessionClient(world, "quiet", settings: SessionSettings(sendsLaunchEvents: false))
            try await quiet.add(1, world.server.url("/weather?quiet"))
            _ = try await quiet.end(of: 1, in: world)
            quiet.close()
            // The first has not been taken note of: for that it is woken.
            try await tasks.waitForWord("launched here")
            try await tasks.waitForHistory("completed")
            #expect(try await tasks.history().prefix(4) == ["submitted", "launched", "takenUp", "completed"])
            #expect(tasks.said().count { $0.hasPrefix("launched") } == 1)
        }
    }
}
