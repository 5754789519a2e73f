// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The service is killed amid the transfers of a background session.
@Suite(.timeLimit(.minutes(2))) struct KilledSessionTests {
    private static let bytes = [UInt8](repeating: 0x61, count: 300_000)

    @Test("D4: what has come is not fetched again, and the app is woken for it") func killed() async throws {
        try await BackgroundApp.with(program: "FixtureSessions") { app in
            let (world, server) = (app.world, app.server)
            server.serve("/large", Self.bytes, entityTag: "\"one\"", faults: [.stall(after: 200_000)])
            try await expectSuccess(world.ba("launch", BackgroundApp.bundleID, "--", "leave \(server.url("/large"))"))
            await server.wait { $0.stalledCount == 1 }
            // What was sent has arrived.
            _ = try await world.wait("what the server has sent") {
                let tasks = try await app.list("sessions", BackgroundApp.bundleID)
                return (tasks.first?["receivedBytes"] as? Int) ?? 0 >= 200_000 ? true : nil
            }
            try await world.killService()
            server.release()
            // Whoever comes starts it again; it goes on by itself.
            try await expectSuccess(world.ba("sessions"))
            let words = try await world.wait("the app to be woken") {
                let words = app.said()
                return words.contains("finished events of isStormy") ? words : nil
            }
            #expect(words.contains("downloaded " + String(repeating: "a", count: Self.bytes.count)))
            let ranges = server.requests.filter { $0.path == "/large" }.map(\.range)
            #expect(ranges.count == 2 && ranges[0] == nil && ranges[1]?.hasPrefix("bytes=") == true, "\(ranges)")
        }
    }
}
