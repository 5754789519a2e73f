// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import SystemSupport
import Testing

@testable import AssetService

/// A root that is removed or moved away is noticed, and nothing else.
@Suite(.timeLimit(.minutes(1)))
struct RootWatchTests {
    private func location(in folder: TemporaryFolder) throws -> ServiceLocation {
        try folder.write("1\n", to: "root/service.lock")
        return try ServiceLocation(environment: ["BACKGROUND_ASSETS_ROOT": folder.path("root")])
    }

    @Test func aRemovedRootIsNoticed() async throws {
        try await TemporaryFolder.with { folder in
            let watch = try #require(RootWatch(try location(in: folder)))
            let waiting = Task { try await watch.waitForRemoval() }
            try folder.write("x", to: "root/other")
            try FileManager.default.removeItem(atPath: folder.path("root/other"))
            #expect(!watch.isGone)
            try FileManager.default.removeItem(atPath: folder.path("root"))
            try await waiting.value
            #expect(watch.isGone)
            #expect(RootWatch(try ServiceLocation(environment: ["BACKGROUND_ASSETS_ROOT": folder.path("root")])) == nil)
        }
    }

    @Test func aRootThatIsGoneAlreadyIsNoticed() async throws {
        try await TemporaryFolder.with { folder in
            let watch = try #require(RootWatch(try location(in: folder)))
            try FileManager.default.removeItem(atPath: folder.path("root"))
            try await watch.waitForRemoval()
            #expect(watch.isGone)
        }
    }

    @Test func aMovedRootIsNoticed() async throws {
        try await TemporaryFolder.with { folder in
            let watch = try #require(RootWatch(try location(in: folder)))
            let waiting = Task { try await watch.waitForRemoval() }
            #expect(rename(folder.path("root"), folder.path("elsewhere")) == 0)
            // Another one in its place is another one.
            _ = try location(in: folder)
            try await waiting.value
            #expect(watch.isGone)
        }
    }

    @Test func aCancelledWaitEnds() async throws {
        try await TemporaryFolder.with { folder in
            let watch = try #require(RootWatch(try location(in: folder)))
            let waiting = Task { try await watch.waitForRemoval() }
            waiting.cancel()
            try await waiting.value
            #expect(!watch.isGone)
        }
    }
}
