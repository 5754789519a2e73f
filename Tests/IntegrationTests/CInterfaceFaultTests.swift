// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The C interface while downloads stand still, fail, or lose their service.
@Suite(.timeLimit(.minutes(5)))
struct CInterfaceFaultTests {
    /// A world whose server stops in the midst of the first answer with the pack "Level" until it is released.
    private func with(
        faults: [Fault] = [.stall(after: 200_000)], finally fault: Fault = .none,
        _ body: (World, FaultServer) async throws -> Void
    ) async throws {
        try await World.with { world, server in
            try await CClient.compile(in: world)
            try await world.pack("Level", files: ["level": noise(2_000_000, seed: 9)], compression: "none")
            try await world.publish(on: server)
            server.serve("/Level.aar", try world.bytes(of: "packs/Level.aar"), faults: faults, finally: fault)
            try await world.installApp()
            try await body(world, server)
        }
    }

    @Test("C9: a download is cancelled, for whoever waits for it too") func cancelDownload() async throws {
        try await with { world, _ in
            #expect(
                try await world.client("cancel", "Level") == [
                    "under way: 5 Pending", "cancelled: 106 DownloadCancelled Level", "failure 106, finished 0",
                ])
            try await world.expectNothingLeft()
        }
    }

    @Test("C9: a wait is cancelled at once, and its download goes on") func cancelWait() async throws {
        try await with { world, server in
            let lines = try await world.client("cancel-wait", "Level", until: "waiting") {
                await server.wait { $0.stalledCount > 0 }
                server.release()
            }
            #expect(lines == ["cancelled: 4 Cancelled", "waiting", "finished, completions 1, failed 0"])
            #expect(try await world.localVersion("Level") == 1)
        }
    }

    @Test("C9: a download is paused and resumed, and the delegate is told") func pause() async throws {
        try await with { world, server in
            // Whichever request it was that stands still: before or after the pause.
            let lines = try await world.client("pause", "Level", until: "resumed") {
                await server.wait { $0.stalledCount > 0 }
                server.release()
            }
            #expect(lines == ["paused", "resumed", "finished 1"])
        }
    }

    @Test("C9: a wait outlives the service that is killed in its midst") func killedService() async throws {
        try await with { world, server in
            async let lines = world.client("fetch", "Level")
            await server.wait { $0.stalledCount > 0 }
            try await world.killService()
            server.release()
            let told = try await lines
            #expect(told.first == "fetch: 0 -" && told.last?.contains("version 1") == true, "\(told)")
            #expect(try world.localFile("level", of: "Level") == noise(2_000_000, seed: 9))
        }
    }

    @Test("C9: a delegate that was cleared is not called again, and the next one hears of what it missed")
    func clear() async throws {
        try await with { world, server in
            let lines = try await world.client("clear", "Level", until: "cleared") {
                await server.wait { $0.stalledCount > 0 }
                server.release()
            }
            #expect(lines == ["cleared", "not called any more, the next one: finished"])
        }
    }

    @Test("C9: a download that fails is told by its cause") func failure() async throws {
        try await with(faults: [], finally: .status(404)) { world, _ in
            let lines = try await world.client("fetch", "Level")
            #expect(lines.first == "fetch: 205 DownloadFailed Level", "\(lines)")
            #expect(lines.last?.contains("failure 205; version 0") == true, "\(lines)")
        }
    }

    @Test("C9: what the publisher says of a pack can be read") func description() async throws {
        try await with { world, server in
            try await world.publish(on: server) { manifest in
                manifest.changePack("Level") {
                    $0["userInfo"] = ["title": "Das Tor", "levels": [1, 2]]
                    $0["language"] = "de-AT"
                }
                manifest["primaryLanguage"] = "de"
            }
            try await expectSuccess(world.ba("pack", "check", World.bundleID))
            let lines = try await world.client("describe", "Level")
            #expect(
                lines == [
                    #"Level: version 1, has a size, info {"levels":[1,2],"title":"Das Tor"} (34), language de-AT"#
                ])
        }
    }
}
