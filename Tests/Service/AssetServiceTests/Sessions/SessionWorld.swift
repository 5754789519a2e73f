// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A service, and a server that tells the weather, for the background sessions of an app.
enum SessionWorld {
    static let bytes: [UInt8] = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 >> 10) }
    static let day: Double = 86_400

    static func with(
        faults: [Fault] = [], finally: Fault = .none, _ body: (ServiceWorld, String) async throws -> Void
    ) async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            world.server.serve("/weather", bytes, faults: faults, finally: finally)
            try await body(world, world.server.url("/weather"))
        }
    }

    static func hits(_ world: ServiceWorld) -> [String?] {
        world.server.requests.filter { $0.path == "/weather" }.map(\.range)
    }

    static func read(_ path: String?) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: try #require(path))))
    }
}
