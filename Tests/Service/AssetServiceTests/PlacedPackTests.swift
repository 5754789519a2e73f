// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import DownloadScheduler
import Foundation
import ServiceInterface
import Testing
import TransferEngine
import Varlink

@testable import AssetService

/// What is asked of a pack that has come, and is just being put in place.
@Suite("Packs that are being put in place", .timeLimit(.minutes(2))) struct PlacedPackTests {
    private static let key = PackKey(bundleID: ServiceWorld.bundleID, packID: "A")

    /// Does something while the pack is being put in place.
    private func whilePlacing(
        _ body: @escaping @Sendable (DownloadsService) async throws -> Void, then: (ServiceWorld) async throws -> Void
    ) async throws {
        try await ServiceWorld.with { world in
            try await world.publish("A", version: 1, text: "one")
            try await world.install()
            world.stall("/A-1.aar")
            let connection = try await world.app()
            defer { connection.close() }
            async let got = ServiceWorld.call(
                PacksInterface.EnsureLocalAvailability(packIDs: ["A"], requireLatestVersion: false, callID: "one"),
                on: connection)
            await world.server.wait { $0.stalledCount == 1 }
            let downloads = try #require(world.service?.downloads)
            let done = try await world.whileDatabaseIsHeld {
                world.server.release()
                try await eventually { await downloads.jobs[Self.key]?.isCompleting == true }
                let done = Task { try await body(downloads) }
                // Long enough for whoever does not wait.
                for _ in 0..<1_000 { _ = await downloads.isQueued(Self.key) }
                return done
            }
            try await done.value
            #expect(try await got.failures.isEmpty)
            try await then(world)
        }
    }

    @Test("What is cancelled then has come: the call says that there is nothing to cancel") func cancelled()
        async throws
    {
        try await whilePlacing { downloads in
            let error = await #expect(throws: ServiceError.self) { try await downloads.cancel(Self.key) }
            #expect(error?.code == .downloadNotFound)
        } then: { world async throws in
            #expect(try await world.localVersion("A") == 1)
            #expect(try await world.missed().map(\.kind) == [.finished])
        }
    }

    @Test("What is withdrawn then has come, and can be removed") func withdrawn() async throws {
        try await whilePlacing { downloads in
            await downloads.withdraw(Self.key)
            #expect(await !downloads.isQueued(Self.key))
        } then: { world async throws in
            _ = try await world.call(
                PacksInterface.Remove(bundleID: ServiceWorld.bundleID, packID: "A", callID: "remove"))
            #expect(try await world.localVersion("A") == nil)
        }
    }

    @Test("What is asked for once more then is not fetched once more") func askedAgain() async throws {
        try await whilePlacing { downloads in
            let entry = try #require(await downloads.jobs[Self.key]?.entry)
            let address = try HTTPAddress(try #require(await downloads.jobs[Self.key]?.record.manifestURL))
            try await downloads.enqueue(
                entry, bundleID: ServiceWorld.bundleID, manifestAddress: address, downloadClass: .foreground)
        } then: { world async throws in
            #expect(try await world.localVersion("A") == 1)
            #expect(world.server.requests.count { $0.path == "/A-1.aar" } == 1)
            #expect(try await world.call(DownloadsInterface.List()).downloads.isEmpty)
        }
    }
}
