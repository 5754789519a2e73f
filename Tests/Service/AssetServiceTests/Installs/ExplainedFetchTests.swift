// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

/// What is told of an app whose archive does not come.
@Suite("Explained fetch", .timeLimit(.minutes(5))) struct ExplainedFetchTests {
    private func control(_ action: AppsInterface.ControlInstallation.Action, in world: ServiceWorld) async throws {
        _ = try await world.call(AppsInterface.ControlInstallation(bundleID: "Game.tar", action: action))
    }

    @Test("6: no connection: since when, what ends it, and the next try") func offline() async throws {
        try await ServiceWorld.with { world in
            let url = "https://127.0.0.1:1" + ServiceWorld.archive
            let start = world.clock.now
            let installed = try await world.installing(callID: "one", source: url)
            let told = try await world.told("Game.tar", .noConnection, because: "no connection")
            #expect(told.state == "waiting" && told.since == start)
            #expect(told.nextAttempt.map { $0 > start } == true)
            #expect(told.endsWhen?.hasPrefix("the server is reached") == true)
            world.clock.advance(by: 0.5)
            #expect(try await world.told("Game.tar", .noConnection, because: "no connection").since == start)
            try await world.restart()
            world.clock.advance(by: 0.5)
            #expect(try await world.told("Game.tar", .noConnection, because: "no connection").since == start)
            try await control(.pause, in: world)
            #expect(try await world.told("Game.tar", .paused, because: "").state == "paused")
            try await control(.cancel, in: world)
            // Whoever followed it has gone with the service of before.
            _ = await installed.result
        }
    }

    @Test("6: a server that falls silent while the archive comes: since when, until it goes on") func silent()
        async throws
    {
        try await ServiceWorld.with { world in
            // Not after a few bytes: these might be heard of when the clock has gone on.
            try world.serveApp(build: 1, size: 1_000_000, faults: [.stall(after: 0)])
            let start = world.clock.now
            let installed = try await world.installing(callID: "one")
            await world.server.wait { $0.stalledCount == 1 }
            let before = try await world.explain("Game.tar")
            #expect(before.map(\.condition) == [.installing])
            world.clock.advance(by: 1)
            let told = try await world.told("Game.tar", .serverSilent, because: "nothing comes from its server")
            #expect(told.state == "waiting" && told.since == start, "\(told)")
            #expect(told.endsWhen?.contains("60 s") == true, "\(told)")
            world.server.release()
            #expect(try await installed.value == ServiceWorld.bundleID)
        }
    }

    @Test("6: since when it cannot be fetched is since it is for that cause") func causes() async throws {
        try await ServiceWorld.with { world in
            try await world.set("essential-patience", "3600")
            try world.serveApp(build: 1, faults: [.closing, .status(503), .status(503)])
            let installed = try await world.installing(callID: "one")
            let first = try await world.told("Game.tar", .noConnection, because: "connection")
            world.clock.advance(by: try #require(first.nextAttempt) - world.clock.now)
            let second = world.clock.now
            let told = try await world.told("Game.tar", .serverError, because: "status 503")
            #expect(told.since == second, "\(told)")
            let next = try #require(told.nextAttempt)
            world.clock.advance(by: next - second)
            _ = try await world.wait {
                try await world.explain("Game.tar").first {
                    $0.nextAttempt.map { $0 > next } == true && $0.since == second
                }
            }
            try await control(.resume, in: world)
            #expect(try await installed.value == ServiceWorld.bundleID)
        }
    }

    @Test("6: one that failed: since its end") func failed() async throws {
        try await ServiceWorld.with { world in
            try world.serveApp(build: 1, finally: .status(404))
            let end = world.clock.now
            #expect(try await world.installing(callID: "one").value == nil)
            world.clock.advance(by: 0.5)
            let told = try await world.told("Game.tar", .installationFailed, because: "404")
            #expect(told.state == "failed" && told.since == end && told.endsWhen?.contains("ba install") == true)
        }
    }

    @Test("6: a server with an error: whoever resumes it has it tried at once") func resumed() async throws {
        try await ServiceWorld.with { world in
            try world.serveApp(build: 1, faults: [.status(503)])
            let installed = try await world.installing(callID: "one")
            _ = try await world.told("Game.tar", .serverError, because: "status 503")
            try await control(.resume, in: world)
            #expect(try await installed.value == ServiceWorld.bundleID)
        }
    }

    @Test("A1: whoever installs, or updates, what waits for its next try has it tried at once") func askedAgain()
        async throws
    {
        try await ServiceWorld.with { world in
            try world.serveApp(build: 1, faults: [.status(503)])
            let installed = try await world.installing(callID: "one")
            _ = try await world.told("Game.tar", .serverError, because: "status 503")
            let again = try await world.installing(callID: "two")
            #expect(try await installed.value == ServiceWorld.bundleID)
            #expect(try await again.value == ServiceWorld.bundleID)
            // The first request asks for the tag only.
            try world.serveApp(build: 2, faults: [.none, .status(503)])
            let update = try await world.updating()
            _ = try await world.told(ServiceWorld.bundleID, .serverError, because: "status 503")
            #expect(try await world.updateApp()?.phase == .finished)
            #expect(try await update.value?.phase == .finished)
            #expect(try await world.build() == "2")
        }
    }
}
