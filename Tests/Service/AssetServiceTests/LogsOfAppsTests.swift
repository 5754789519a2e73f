// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

@Suite("The log of an app", .timeLimit(.minutes(2))) struct LogsOfAppsTests {
    @Test("An app that there is not has no log: whoever mistypes a name is told") func unknown() async throws {
        try await ServiceWorld.with { world in
            let error = try await #require(throws: VarlinkError.self) {
                try await world.stream(ControlInterface.Logs(follow: false, bundleID: "nosuch")) { _ in }
            }
            #expect("\(error)".hasSuffix("AppNotFound"), "\(error)")
            try await world.install()
            try await world.stream(ControlInterface.Logs(follow: false, bundleID: ServiceWorld.bundleID)) { _ in }
        }
    }
}
