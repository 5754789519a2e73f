// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// What `ba explain` is told.
@Suite(.timeLimit(.minutes(2)))
struct ExplanationsTests {
    @Test func whatIsFetchedHidesNothingElse() async throws {
        try await ServiceWorld.with { world in
            for id in ["A", "B"] { try await world.publish(id, version: 1, text: id) }
            try await world.install()
            world.stall("/A-1.aar")
            let connection = try await world.app()
            defer { connection.close() }
            async let reply = ServiceWorld.call(
                PacksInterface.EnsureLocalAvailability(packIDs: ["A"], requireLatestVersion: false, callID: "one"),
                on: connection)
            await world.server.wait { $0.stalledCount == 1 }
            let told = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            #expect(told.map(\.subject) == ["A", "B"].map { "\($0) of \(ServiceWorld.bundleID)" })
            #expect(told.map(\.state) == ["downloading", "not local"])
            world.server.release()
            #expect(try await reply.failures.isEmpty)
        }
    }
}
