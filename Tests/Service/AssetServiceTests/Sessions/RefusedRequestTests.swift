// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import ServiceInterface
import Testing

@testable import AssetService

/// Requests of background sessions that cannot be recorded.
@Suite("D4: Requests that are not taken", .timeLimit(.minutes(2))) struct RefusedRequestTests {
    /// Has the service's database take no tasks of sessions, or take them again.
    private func refuseTasks(_ refuses: Bool, of world: ServiceWorld) async throws {
        let program = """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
            database.execute("DROP TRIGGER IF EXISTS refusal")
            if sys.argv[2] == "true":
                database.execute(
                    "CREATE TRIGGER refusal BEFORE INSERT ON sessionTask BEGIN SELECT RAISE(ABORT, 'refused'); END")
            """
        let run = try await ProgramRun.run(
            "/usr/bin/python3", ["-c", program, world.root + "/service.sqlite", "\(refuses)"])
        try #require(run.status == 0, "\(run.errors)")
    }

    @Test("What is not taken is not sent, and nothing of it stays", arguments: ["GET", "POST"])
    func sending(_ method: String) async throws {
        try await SessionWorld.with { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await refuseTasks(true, of: world)
            for number in 1...5 as ClosedRange<Int64> {
                await #expect(throws: ServiceError.self) { try await app.add(number, url, method: method) }
            }
            try await refuseTasks(false, of: world)
            #expect(try await world.call(SessionsInterface.List(bundleID: nil)).tasks == [])
            try await app.add(6, url, method: method)
            #expect(try SessionWorld.read(try await app.end(of: 6, in: world).path) == SessionWorld.bytes)
            #expect(SessionWorld.hits(world).count == 1)
        }
    }

    @Test("What is kept of a cancelled download stays when what goes on with it is not taken") func resuming()
        async throws
    {
        try await SessionWorld.with(faults: [.stall(after: 1_500_000)]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.wait { app.events(.progress, 1).contains { $0.receivedBytes > 1_000_000 } ? true : nil }
            let resumeID = try #require(try await app.cancel(1, keeps: true))
            world.server.release()
            try await refuseTasks(true, of: world)
            try await app.add(2, "", resumeID: resumeID)
            #expect(try await app.end(of: 2, in: world).failure != nil)
            try await refuseTasks(false, of: world)
            try await app.add(3, "", resumeID: resumeID)
            #expect(try SessionWorld.read(try await app.end(of: 3, in: world).path) == SessionWorld.bytes)
            #expect(SessionWorld.hits(world).last??.hasPrefix("bytes=1") == true, "\(SessionWorld.hits(world))")
        }
    }

    @Test("It stays the session's that had kept it when another session could not take it") func elsewhere()
        async throws
    {
        try await SessionWorld.with(faults: [.stall(after: 1_500_000)]) { world, url in
            let app = try await SessionClient(world)
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.wait { app.events(.progress, 1).contains { $0.receivedBytes > 1_000_000 } ? true : nil }
            let resumeID = try #require(try await app.cancel(1, keeps: true))
            world.server.release()
            let other = try await SessionClient(world, "other")
            try await refuseTasks(true, of: world)
            try await other.add(2, "", resumeID: resumeID)
            #expect(try await other.end(of: 2, in: world).failure != nil)
            try await refuseTasks(false, of: world)
            // Of the first one nothing else is left.
            _ = try await app.end(of: 1, in: world)
            try await app.conclude(1)
            try await other.conclude(2)
            for client in [app, other] { client.close() }
            _ = try await world.wait {
                try await world.call(SessionsInterface.List(bundleID: nil)).tasks.isEmpty ? true : nil
            }
            try await world.restart()
            let next = try await SessionClient(world, "other")
            defer { next.close() }
            try await next.add(3, "", resumeID: resumeID)
            #expect(try SessionWorld.read(try await next.end(of: 3, in: world).path) == SessionWorld.bytes)
            #expect(SessionWorld.hits(world).last??.hasPrefix("bytes=1") == true, "\(SessionWorld.hits(world))")
        }
    }
}
