// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// What the tasks of background sessions wait for, and what goes on with what has come.
@Suite("D4: Waiting and resumed tasks of background sessions", .timeLimit(.minutes(2))) struct WaitingSessionTests {
    // MARK: Waiting

    @Test("Nothing begins before its earliest begin, nor while its app holds it back") func waiting() async throws {
        try await SessionWorld.with { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url, earliestBegin: world.clock.now + 100)
            try await app.add(2, url + "?held", earliestBegin: world.clock.now + 100)
            _ = try await app.call(SessionsInterface.Change(session: app.identifier, number: 2, isSuspended: true))
            world.clock.advance(by: 99)
            #expect(SessionWorld.hits(world).isEmpty)
            let record = try await world.call(SessionsInterface.List(bundleID: nil)).tasks.first
            #expect(
                record?.condition == .notYet && record?.waiting == "it was asked for no earlier",
                "\(String(describing: record))")
            let explanation = try await world.explain(app.identifier).first
            #expect(explanation?.condition == .notYet && explanation?.nextAttempt == world.clock.now + 1)
            world.clock.advance(by: 2)
            _ = try await app.end(of: 1, in: world)
            #expect(SessionWorld.hits(world).count == 1)
            _ = try await app.call(SessionsInterface.Change(session: app.identifier, number: 2, isSuspended: false))
            _ = try await app.end(of: 2, in: world)
        }
    }

    @Test("The time that a session gives is counted from when a task may begin, and not while its app holds it back")
    func times() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1_500_000)]) { world, url in
            let app = try await SessionClient(world, settings: SessionSettings(resourceTimeout: 100))
            defer { app.close() }
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.wait { app.events(.progress, 1).contains { $0.receivedBytes > 1_000_000 } ? true : nil }
            let resumeID = try #require(try await app.cancel(1, keeps: true))
            world.server.release()
            try await app.add(2, url + "?early", earliestBegin: world.clock.now + 300)
            try await app.add(3, url + "?held", earliestBegin: world.clock.now + 10)
            _ = try await app.call(SessionsInterface.Change(session: app.identifier, number: 3, isSuspended: true))
            world.clock.advance(by: 250)
            // What has come before is gone on with.
            try await app.add(4, "", resumeID: resumeID)
            #expect(try await app.end(of: 4, in: world).failure == nil)
            _ = try await app.call(SessionsInterface.Change(session: app.identifier, number: 3, isSuspended: false))
            #expect(try await app.end(of: 3, in: world).failure == nil)
            world.clock.advance(by: 51)
            #expect(try await app.end(of: 2, in: world).failure == nil)
        }
    }

    @Test("A session that is to use no network that costs money waits for another one") func metered() async throws {
        try await SessionWorld.with { world, url in
            _ = try await world.call(ControlInterface.SetSetting(name: "metered", value: "on"))
            let app = try await SessionClient(world, settings: SessionSettings(allowsExpensive: false))
            let other = try await SessionClient(world, "other")
            defer {
                app.close()
                other.close()
            }
            try await app.add(1, url)
            try await other.add(1, url)
            _ = try await other.end(of: 1, in: world)
            let record = try await world.call(SessionsInterface.List(bundleID: nil)).tasks.first {
                $0.session == "weather"
            }
            #expect(record?.condition == .metered)
            let waiting = try await world.explain("weather").first
            #expect(waiting?.reason.hasSuffix("and its session does not use such networks") == true)
            #expect(SessionWorld.hits(world).count == 1)
            _ = try await world.call(ControlInterface.SetSetting(name: "metered", value: "off"))
            _ = try await app.end(of: 1, in: world)
        }
    }

    @Test(
        "A task that is to use no such network waits in a session that uses it; where another asks the same it does not"
    )
    func meteredTask() async throws {
        try await SessionWorld.with { world, url in
            _ = try await world.call(ControlInterface.SetSetting(name: "metered", value: "on"))
            let app = try await SessionClient(world)
            defer { app.close() }
            for (number, name) in [(1, "?one"), (2, "?two")] as [(Int64, String)] {
                try await app.add(
                    SessionTask(
                        number: number, kind: .download, request: FileRequest(url: url + name), allowsExpensive: false))
            }
            try await app.add(3, url + "?two")
            _ = try await app.end(of: 2, in: world)
            _ = try await app.end(of: 3, in: world)
            let records = try await world.call(SessionsInterface.List(bundleID: nil)).tasks
            #expect(records.first { $0.task.number == 1 }?.condition == .metered, "\(records)")
            let waiting = try await world.explain("weather").first { $0.condition == .metered }
            #expect(waiting?.reason.hasSuffix("and it does not use such networks") == true)
            #expect(SessionWorld.hits(world).count == 1)
            _ = try await world.call(ControlInterface.SetSetting(name: "metered", value: "off"))
            _ = try await app.end(of: 1, in: world)
        }
    }

    @Test("What is under way waits when only one is left that is to use no such network, or its session is to use none")
    func meteredAfterwards() async throws {
        try await SessionWorld.with(faults: [.stall(after: 2), .stall(after: 2)]) { world, url in
            _ = try await world.call(ControlInterface.SetSetting(name: "metered", value: "on"))
            let app = try await SessionClient(world)
            try await app.add(
                SessionTask(number: 1, kind: .download, request: FileRequest(url: url), allowsExpensive: false))
            try await app.add(2, url)
            try await app.add(3, url + "?other")
            await world.server.wait { $0.stalledCount == 2 }
            func condition(_ number: Int64) async throws -> Explanation.Condition? {
                try await world.call(SessionsInterface.List(bundleID: nil)).tasks
                    .first { $0.task.number == number }?.condition
            }
            #expect(try await condition(1) != .metered)
            try await app.cancel(2)
            _ = try await world.wait { try await condition(1) == .metered ? true : nil }
            app.close()
            let again = try await SessionClient(world, settings: SessionSettings(allowsExpensive: false))
            defer { again.close() }
            _ = try await world.wait { try await condition(3) == .metered ? true : nil }
            world.server.release()
        }
    }

    // MARK: Going on with what has come

    @Test("A cancelled download is gone on with by what it has left, once") func resumeData() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1_500_000)]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.wait { app.events(.progress, 1).contains { $0.receivedBytes > 1_000_000 } ? true : nil }
            let resumeID = try #require(try await app.cancel(1, keeps: true))
            // The same call once more, as when its reply was lost.
            #expect(try await app.cancel(1, keeps: true) == resumeID)
            world.server.release()
            try await world.restart()
            let again = try await SessionClient(world, "another")
            defer { again.close() }
            try await again.add(1, "", resumeID: resumeID)
            #expect(try SessionWorld.read(try await again.end(of: 1, in: world).path) == SessionWorld.bytes)
            #expect(SessionWorld.hits(world).last??.hasPrefix("bytes=1") == true)
            try await again.add(2, "", resumeID: resumeID)
            #expect(try await again.end(of: 2, in: world).failure?.cause == .badRequest)
        }
    }

    @Test("What is kept to be gone on with is taken by no request that asks the same while its task is being cancelled")
    func keptFromOthers() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1_500_000)]) { world, url in
            let app = try await SessionClient(world)
            let connection = try await world.app()
            defer {
                app.close()
                connection.close()
            }
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.wait { app.events(.progress, 1).contains { $0.receivedBytes > 1_000_000 } ? true : nil }
            let sessions = try #require(world.service?.sessions)
            let same = SessionsInterface.Add(
                session: app.identifier,
                task: SessionTask(number: 2, kind: .download, request: FileRequest(url: url, method: "GET")))
            let (cancelled, joined) = try await world.whileDatabaseIsHeld {
                let cancelled = Task { try await app.cancel(1, keeps: true) }
                try await eventually { await sessions.transfers.values.contains { $0.isKept } }
                let joined = Task { try await ServiceWorld.call(same, on: connection) }
                try await eventually { await sessions.sessions.values.contains { $0.tasks[2] != nil } }
                return (cancelled, joined)
            }
            let resumeID = try #require(try await cancelled.value)
            _ = try await joined.value
            world.server.release()
            try await app.add(3, "", resumeID: resumeID)
            #expect(try await app.end(of: 3, in: world).failure == nil)
            #expect(try await app.end(of: 2, in: world).failure == nil)
        }
    }

    @Test("A download that is gone on with begins when it is to now, and waits for nothing that was before")
    func resumedLater() async throws {
        let faults: [Fault] = [
            .stall(after: 1_500_000), .cut(after: 0, abruptly: true), .stall(after: 100_000),
        ]
        try await SessionWorld.with(faults: faults) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.wait { app.events(.progress, 1).contains { $0.receivedBytes > 1_000_000 } ? true : nil }
            let first = try #require(try await app.cancel(1, keeps: true))
            world.server.release()
            try await app.add(2, "", resumeID: first)
            _ = try await world.wait { try await world.explain(app.identifier).first { $0.nextAttempt != nil } }
            #expect(SessionWorld.hits(world).count == 2)
            // Whoever asks again asks now, or when it says.
            let second = try #require(try await app.cancel(2, keeps: true))
            try await app.add(3, "", resumeID: second)
            await world.server.wait { $0.stalledCount == 1 }
            let third = try #require(try await app.cancel(3, keeps: true))
            world.server.release()
            try await app.add(4, "", resumeID: third, earliestBegin: world.clock.now + 100)
            let early = try await world.wait {
                try await world.explain(app.identifier).first { $0.condition == .notYet }
            }
            #expect(early.nextAttempt == world.clock.now + 100)
            #expect(SessionWorld.hits(world).count == 3)
            world.clock.advance(by: 101)
            #expect(try SessionWorld.read(try await app.end(of: 4, in: world).path) == SessionWorld.bytes)
        }
    }

    @Test("Nothing is gone on with by resume data that is forged, another app's, or too old") func forgedResumeData()
        async throws
    {
        try await SessionWorld.with(faults: [.stall(after: 1_500_000)]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.wait { app.events(.progress, 1).contains { $0.receivedBytes > 1_000_000 } ? true : nil }
            for (index, forged) in ["", "../../etc/passwd", UUID().uuidString].enumerated() {
                try await app.add(Int64(10 + index), "", resumeID: forged)
                let end = try await app.end(of: Int64(10 + index), in: world)
                #expect(end.failure?.cause == .badRequest, "\(forged)")
            }
            let resumeID = try #require(try await app.cancel(1, keeps: true))
            try await world.installAnother("com.example.other")
            let other = try await SessionClient(world, of: "com.example.other")
            defer { other.close() }
            try await other.add(1, "", resumeID: resumeID)
            #expect(try await other.end(of: 1, in: world).failure?.cause == .badRequest)
            world.clock.advance(by: 8 * SessionWorld.day)
            _ = try await world.wait {
                try FileManager.default.contentsOfDirectory(atPath: world.root + "/spool").isEmpty ? true : nil
            }
            try await app.add(2, "", resumeID: resumeID)
            #expect(try await app.end(of: 2, in: world).failure?.cause == .badRequest)
        }
    }

    @Test("What cannot be told from another file leaves nothing to go on with") func noResumeData() async throws {
        try await SessionWorld.with(faults: [.noEntityTag.and(.stall(after: 1_500_000))]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            #expect(try await app.cancel(1, keeps: true) == nil)
        }
    }
}
