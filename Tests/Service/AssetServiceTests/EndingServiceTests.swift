// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// A service that ends while clients come.
@Suite(.timeLimit(.minutes(5)))
struct EndingServiceTests {
    @Test func clientsThatNobodyHasServedYetAreNoTrap() async throws {
        try await ServiceWorld.with { world in
            for round in 0..<20 {
                // Accepted, or not, before the end.
                let clients = try (0..<round).map { _ in try VarlinkConnection(path: world.location.socketPath) }
                try await world.stop()
                for client in clients { client.close() }
                try await world.start()
            }
        }
    }
}
