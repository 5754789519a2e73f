// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import BackgroundAssets
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

@Suite("A change of the person's languages", .timeLimit(.minutes(2))) struct LanguageChangeTests {
    @Test("The extension of an app that manages its assets itself is asked what it wants for them")
    func unmanaged() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.serveContent([])
            try await world.install()
            #expect(world.cached("request") == "\(BAContentRequest.install.rawValue)")
            try await world.app(languages: ["en"]).close()
            world.server.serve("/s1", [1, 2, 3])
            world.serveContent(["s1 -"])
            let app = try await world.app(languages: ["de"])
            defer { app.close() }
            _ = try await world.wait { world.cached("s1.finished") }
            #expect(world.cached("request") == "\(BAContentRequest.languageChange.rawValue)")
            // The manifest is the app's own, and no list of packs.
            let told = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            #expect(told.allSatisfy { $0.state != "failed" }, "\(told)")
            #expect(!world.server.requests.contains { $0.path.contains("platform=linux") })
        }
    }
}
