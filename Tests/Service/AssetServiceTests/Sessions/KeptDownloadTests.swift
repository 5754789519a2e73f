// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import ServiceInterface
import Testing

@testable import AssetService

/// What is kept of cancelled downloads, for others that go on with it.
@Suite("D5: What is kept of cancelled downloads", .timeLimit(.minutes(2))) struct KeptDownloadTests {
    /// Begins a download, and cancels it when something has come.
    ///
    /// - Returns: by which another one goes on.
    private func keep(_ number: Int64, _ url: String, of app: SessionClient, in world: ServiceWorld) async throws
        -> String
    {
        try await app.add(number, url)
        await world.server.wait { $0.stalledCount == 1 }
        _ = try await world.wait {
            app.events(.progress, number).contains { $0.receivedBytes > 1_000_000 } ? true : nil
        }
        let resumeID = try #require(try await app.cancel(number, keeps: true))
        world.server.release()
        return resumeID
    }

    @Test("Of more than an app may have the oldest goes") func number() async throws {
        let count = SessionsService.largestKept + 2
        let faults = [Fault](repeating: .stall(after: 1_500_000), count: count)
        try await SessionWorld.with(faults: faults) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            var kept: [String] = []
            for number in 1...Int64(count) {
                kept.append(try await keep(number, url + "?\(number)", of: app, in: world))
                world.clock.advance(by: 1)
            }
            for (index, isKept) in [(0, false), (1, false), (2, true), (count - 1, true)] {
                let number = Int64(100 + index)
                try await app.add(number, "", resumeID: kept[index])
                let end = try await app.end(of: number, in: world)
                #expect((end.failure == nil) == isKept, "\(index): \(String(describing: end.failure))")
                if !isKept {
                    #expect(end.failure?.cause == .badRequest)
                    #expect(end.failure?.message.contains("has made room for newer ones") ?? false)
                }
            }
        }
    }

    @Test("What was gone on with is gone on with no second time, also where it still comes for nobody")
    func usedTwice() async throws {
        try await SessionWorld.with(faults: [.stall(after: 1_500_000), .stall(after: 100_000)]) { world, url in
            let app = try await SessionClient(world)
            let other = try await SessionClient(world, "other")
            defer {
                app.close()
                other.close()
            }
            let resumeID = try await keep(1, url, of: app, in: world)
            try await app.add(2, "", resumeID: resumeID)
            await world.server.wait { $0.stalledCount == 1 }
            // The answer that it goes on with is known before it ends.
            let answered = try await world.wait { app.events(.answered, 2).first }
            #expect(answered.answer?.status == 200)
            // It goes on for a moment for who may ask the same.
            try await app.cancel(2)
            try await other.add(1, "", resumeID: resumeID)
            #expect(try await other.end(of: 1, in: world).failure?.cause == .badRequest)
            world.server.release()
            #expect(SessionWorld.hits(world).count == 2)
        }
    }

    @Test("An answer whose headers nobody could keep ends its task") func largeHeaders() async throws {
        let half = String(repeating: "x", count: 40_000)
        try await SessionWorld.with(faults: [.header("X-First", half).and(.header("X-Second", half))]) { world, url in
            let app = try await SessionClient(world)
            defer { app.close() }
            try await app.add(1, url)
            let failure = try #require(try await app.end(of: 1, in: world).failure)
            #expect(failure.cause == .badStatus && failure.message.contains("headers of more than 65536 bytes"))
            #expect(SessionWorld.hits(world).count == 1)
        }
    }
}
