// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

@testable import AssetService

/// A bundle that lies where its owner put it may be moved away.
@Suite(.timeLimit(.minutes(1)))
struct GoneBundleTests {
    @Test func anAppWhoseBundleIsGoneIsToldOf() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            let path = world.folder.path("Game.app")
            try FileManager.default.moveItem(atPath: path, toPath: world.folder.path("Elsewhere.app"))
            let app = try #require(try await world.call(AppsInterface.List()).apps.first)
            #expect(app.state == .failed && app.note?.contains("is gone from \(path)") == true, "\(app)")
            let error = await #expect(throws: ServiceError.self) {
                try await world.call(AppsInterface.Launch(bundleID: ServiceWorld.bundleID))
            }
            #expect(error?.code == .appNotFound && error?.message.contains("is gone from \(path)") == true)
            // And where it lies now it is used again.
            try FileManager.default.moveItem(atPath: world.folder.path("Elsewhere.app"), toPath: path)
            #expect(try await world.call(AppsInterface.List()).apps.first?.state == .ready)
        }
    }
}
