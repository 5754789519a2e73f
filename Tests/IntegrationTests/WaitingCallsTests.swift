// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Testing

/// `BADownloadManager` has calls that wait for the service; an app makes them where it likes.
@Suite(.timeLimit(.minutes(2))) struct WaitingCallsTests {
    @Test(
        "A3, A6: calls that wait end, made in callbacks and by more tasks than there are threads; callbacks come one at a time",
        arguments: ["0", "0,1"])
    func waiting(processors: String) async throws {
        try await World.with { world, server in
            try await world.makeApp()
            try await world.pack("Level", files: ["level.bin": [1]])
            try await world.publish(on: server)
            for index in 0..<30 { server.serve("/\(index)", noise(10_000, seed: UInt64(index))) }
            try await expectSuccess(world.ba("install", "Game.app"))
            let run = try await world.run(
                "/usr/bin/taskset",
                [
                    "-c", processors, ProgramRun.programs + "/ba", "launch", World.bundleID, "--", "downloads",
                    server.url(""),
                ])
            #expect(run.output == "finished 30 overlapping 0\n", "\(run.output)\(run.errors)")
        }
    }
}
