// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

/// What becomes of requests that nobody wants any more.
@Suite("D4: Cancelled requests", .timeLimit(.minutes(2))) struct CancelledRequestTests {
    private func orders(_ world: ServiceWorld) -> Int { world.server.requests.count { $0.method == "POST" } }

    @Test("What was cancelled before it was sent is never sent") func unsent() async throws {
        let count = 4
        try await SessionWorld.with(faults: Array(repeating: .stall(after: 1000), count: count)) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            for number in 1...Int64(count) { try await app.add(number, "\(url)?\(number)") }
            await world.server.wait { $0.stalledCount == count }
            // Others have all places.
            try await app.add(11, url, as: .data, method: "POST")
            try await app.add(12, url, as: .data)
            try await app.add(13, url, as: .data)
            for number in 11...13 as ClosedRange<Int64> { try await app.cancel(number) }
            world.server.release()
            for number in 1...Int64(count) { _ = try await app.end(of: number, in: world) }
            try await app.add(14, url + "?last")
            _ = try await app.end(of: 14, in: world)
            #expect(SessionWorld.hits(world).count == count + 1 && orders(world) == 0)
        }
    }

    @Test("What was cancelled while its server is away is not tried again") func failing() async throws {
        try await SessionWorld.with(faults: [.closing]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url, as: .data, method: "POST")
            _ = try await world.wait { app.events(.waiting, 1).first }
            try await app.cancel(1)
            world.clock.advance(by: 5)
            try await app.add(2, url + "?last")
            _ = try await app.end(of: 2, in: world)
            world.clock.advance(by: 3_600)
            try await app.add(3, url + "?really")
            _ = try await app.end(of: 3, in: world)
            #expect(orders(world) == 1)
        }
    }

    @Test("A download that cannot be gone on with is not begun anew by its cancellation") func unkept() async throws {
        try await SessionWorld.with(faults: [.noEntityTag.and(.stall(after: 1000))]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            #expect(try await app.cancel(1, keeps: true) == nil)
            world.server.release()
            try await app.add(2, url + "?last")
            _ = try await app.end(of: 2, in: world)
            #expect(SessionWorld.hits(world).count == 2)
        }
    }

    @Test("What goes on though nobody wants it takes no place from others") func places() async throws {
        let count = 4
        try await SessionWorld.with(faults: Array(repeating: .stall(after: 1000), count: count)) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            for number in 1...Int64(count) { try await app.add(number, "\(url)?\(number)") }
            await world.server.wait { $0.stalledCount == count }
            for number in 1...Int64(count) { try await app.cancel(number) }
            // No time passes.
            try await app.add(11, url + "?last")
            _ = try await app.end(of: 11, in: world)
            // Who asks the same has it still.
            try await app.add(12, "\(url)?1")
            world.server.release()
            _ = try await app.end(of: 12, in: world)
            #expect(SessionWorld.hits(world).count == count + 1)
        }
    }

    @Test("Many that fail at once take no place for good") func failingTogether() async throws {
        try await SessionWorld.with { world, url in
            // Nobody listens at that port.
            let app = try await SessionClient(world)
            defer { app.close() }
            let count: Int64 = 150
            try await withThrowingTaskGroup { group in
                for number in 1...count {
                    group.addTask { try await app.add(number, "https://localhost:1/\(number)") }
                }
                try await group.waitForAll()
            }
            _ = try await world.wait { Set(app.events(.waiting).map(\.number)).count == count ? true : nil }
            _ = try await world.wait {
                try await world.call(ControlInterface.Status()).queue?.transfers == 0 ? true : nil
            }
            try await app.add(count + 1, url)
            _ = try await app.end(of: count + 1, in: world)
        }
    }

    @Test("Of many that were cancelled while they were under way a few go on") func few() async throws {
        let count = 12
        try await SessionWorld.with(finally: .stall(after: 1000)) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            for number in 1...Int64(count) {
                try await app.add(number, "\(url)?\(number)")
                await world.server.wait { $0.stalledCount >= number }
                try await app.cancel(number)
            }
            // The first ones have ended, and the last ones are had by who asks the same.
            let spool = world.root + "/spool"
            _ = try await world.wait {
                try FileManager.default.contentsOfDirectory(atPath: spool).count == 4 ? true : nil
            }
            try await app.add(Int64(count) + 1, "\(url)?\(count)")
            try await app.add(Int64(count) + 2, "\(url)?1")
            await world.server.wait { $0.stalledCount >= count + 1 }
            #expect(SessionWorld.hits(world).count == count + 1)
        }
    }

    private func stop(_ session: String = "weather", _ number: Int64? = nil, in world: ServiceWorld) async throws
        -> [Int64]
    {
        try await world.call(
            SessionsInterface.Stop(bundleID: ServiceWorld.bundleID, session: session, number: number)
        ).numbers
    }

    @Test("What a person cancels ends as what the app cancels does: one task, or all of a session") func person()
        async throws
    {
        try await SessionWorld.with(faults: Array(repeating: .stall(after: 1000), count: 3)) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            for number in 1...3 as ClosedRange<Int64> { try await app.add(number, "\(url)?\(number)") }
            await world.server.wait { $0.stalledCount == 3 }
            // This one waits for a time.
            try await app.add(4, url, earliestBegin: world.clock.now + 3_600)
            #expect(try await stop("weather", 2, in: world) == [2])
            #expect(try await app.end(of: 2, in: world).failure?.cause == .cancelled)
            #expect(app.events(.ended).count == 1)
            #expect(try await stop(in: world) == [1, 3, 4])
            for number in [1, 3, 4] as [Int64] {
                #expect(try await app.end(of: number, in: world).failure?.message == "a person has cancelled it")
            }
            // Nothing of them is under way, nor does it begin.
            world.server.release()
            world.clock.advance(by: 2 * 3_600)
            try await app.add(5, url + "?last")
            #expect(try await app.end(of: 5, in: world).failure == nil)
            #expect(SessionWorld.hits(world).count == 4)
        }
    }

    @Test("One of two tasks that are sent once is cancelled, and the other has the answer") func shared() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1000)]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            try await app.add(2, url)
            #expect(try await stop("weather", 1, in: world) == [1])
            world.server.release()
            let end = try await app.end(of: 2, in: world)
            #expect(end.failure == nil)
            #expect(try SessionWorld.read(end.path) == SessionWorld.bytes)
        }
    }

    @Test("What a person cancels of an app that does not run is told to it the next time, over a restart, too")
    func absent() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1000)]) { world, url in
            let app = try await SessionClient(world, settings: SessionSettings(sendsLaunchEvents: false))
            try await app.add(1, url)
            await world.server.wait { $0.stalledCount == 1 }
            app.close()
            #expect(try await stop(in: world) == [1])
            try await world.restart()
            let next = try await SessionClient(world)
            defer { next.close() }
            #expect(try await next.end(of: 1, in: world).failure?.cause == .cancelled)
        }
    }

    @Test("A session without anything under way, a task that has ended, and an app that is not there are named")
    func nothing() async throws {
        try await SessionWorld.with { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url)
            _ = try await app.end(of: 1, in: world)
            func reason(_ session: String, _ number: Int64?) async throws -> String {
                let error = try await #require(throws: ServiceError.self) {
                    _ = try await stop(session, number, in: world)
                }
                #expect(error.code == .sessionTaskNotFound)
                return error.message
            }
            #expect(try await reason("weather", 1).hasPrefix("there is no task 1 in "))
            #expect(try await reason("weather", nil).hasPrefix("nothing is under way in "))
            #expect(try await reason("other", nil).contains("other"))
            let error = try await #require(throws: ServiceError.self) {
                _ = try await world.call(SessionsInterface.Stop(bundleID: "com.example.nowhere", session: "weather"))
            }
            #expect(error.code == .appNotFound)
        }
    }
}
