// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Testing

/// A person ends the service while apps run that use it.
@Suite(.timeLimit(.minutes(2))) struct EndedServiceTests {
    @Test("D4: An app that begins a request starts the service, though somebody has ended it") func resuming()
        async throws
    {
        try await BackgroundApp.with(program: "FixtureSessions") { app in
            app.server.serve("/weather", Array("storm".utf8))
            async let launch = app.world.ba(
                "launch", BackgroundApp.bundleID, "--", "later \(app.server.url("/weather"))")
            try await eventually { app.said().contains("ready") }
            try await expectSuccess(app.world.ba("service", "stop"))
            try app.world.folder.write("", to: "go")
            try await eventually { app.server.requests.contains { $0.path == "/weather" } }
            _ = try await launch
        }
    }
}
