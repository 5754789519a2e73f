// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import Testing

@testable import AssetService

/// Extensions that have used up their run time: a real service, server and extension.
@Suite("Budget of extensions", .timeLimit(.minutes(5))) struct ExtensionBudgetTests {
    private let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    @Test("B11: an extension without run time is told of ends when enough has come back; why is explained")
    func endsWait() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            try await world.exhaustRunTime()
            world.server.serve("/s1", bytes)
            try await world.schedule(world.file("s1"))
            try await world.waitForNoFiles()
            let explanations = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            let held = try #require(explanations.first { $0.state == "not run" })
            #expect(held.reason == "its run time of the day is used up")
            let until = try #require(held.nextAttempt)
            #expect(until > world.clock.now)
            #expect(world.cached("s1.finished") == nil)
            _ = try await world.wait {
                world.clock.advance(by: 3_600)
                return world.cached("s1.finished")
            }
            #expect(world.clock.now >= until)
        }
    }

    @Test("B11: what was used up on a clock that was a year ahead comes back in a day") func clockAhead() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            try await world.exhaustRunTime(ahead: 365 * 86_400)
            let start = world.clock.now
            world.server.serve("/s1", bytes)
            try await world.schedule(world.file("s1"))
            try await world.waitForNoFiles()
            let explanations = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            let until = try #require(explanations.first { $0.state == "not run" }?.nextAttempt)
            #expect(until > start && until < start + 86_400)
            _ = try await world.wait {
                if world.clock.now < until { world.clock.advance(by: 3_600) }
                return world.cached("s1.finished")
            }
        }
    }

    @Test("B11: what is left of the day ends a run, before its own run time does, and that is kept and told")
    func theDayEndsARun() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            // Less than a tenth of the day's is not begun with.
            try await world.set("extension-daily-run-time", "10")
            try await world.exhaustRunTime(leaving: 1.6)
            world.server.serve("/Hang", bytes)
            try await world.schedule(world.file("Hang"))
            let told = try await world.told(
                ServiceWorld.bundleID, .runTimeUsedUp, because: "had not returned when its run time of 1")
            #expect(told.state == "failed")
            // The extension, and what it is to be told of.
            for state in ["not run", "finished"] {
                let told = try await world.explain(ServiceWorld.bundleID)
                let held = try #require(told.first { $0.state == state }, "\(told)")
                #expect(held.condition == .runTimeUsedUp && held.nextAttempt != nil, "\(held)")
                #expect(held.reason.contains("its run time of the day is used up"), "\(held)")
            }
            try await world.restart()
            _ = try await world.told(
                ServiceWorld.bundleID, .runTimeUsedUp, because: "had not returned when its run time of 1")
        }
    }

    @Test("B11: run time is charged while an extension runs, for a service that is killed meanwhile") func steps()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true) { world in
            func record() async throws -> StoredRunTime? {
                try await AssetStore(path: world.root + "/service.sqlite").runTime(of: ServiceWorld.bundleID)
            }
            try await world.install()
            try FileManager.default.createDirectory(atPath: world.caches, withIntermediateDirectories: true)
            try #require(mkfifo(world.caches + "/gate", 0o600) == 0)
            world.server.serve("/Hold", bytes)
            try await world.schedule(world.file("Hold"))
            _ = try await world.wait { world.cached("Hold.holding") }
            let before = try #require(try await record())
            world.clock.advance(by: RunMeter.step)
            let now = world.clock.now
            let charged = try await world.wait {
                let record = try await record()
                return record?.updatedAt == now ? record : nil
            }
            #expect(charged.level > 0 && charged.level < before.level)
            try #require(FileHandle(forWritingAtPath: world.caches + "/gate")).close()
            try await world.waitForNoEndings()
            // What was charged is not charged again.
            let last = try await world.wait {
                let record = try await record()
                return record.map { $0.level < charged.level } == true ? record : nil
            }
            #expect(before.level - last.level < 60)
        }
    }

    @Test("B11: what an extension has run is taken from its run time, and outlasts the service") func spending()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            world.server.serve("/s1", bytes)
            try await world.schedule(world.file("s1"))
            _ = try await world.wait { world.cached("s1.finished") }
            try await world.waitForNoEndings()
            try await world.stop()
            do {
                let store = try AssetStore(path: world.root + "/service.sqlite")
                let left = try #require(try await store.runTime(of: ServiceWorld.bundleID))
                #expect(left.level < 300)
                // By the process of the app that scheduled it.
                #expect(left.usedDays == 1)
            }
            try await world.start()
        }
    }
}
