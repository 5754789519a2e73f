// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import ServiceInterface
import Testing

@testable import AssetService

/// Apps that come back to much.
@Suite("D4: Many ends of a background session", .timeLimit(.minutes(2))) struct ManyEndsTests {
    @Test("More ends than wait for others are told to who comes back, and what is asked for then is done")
    func manyEnds()
        async throws
    {
        try await SessionWorld.with { world, _ in
            world.server.serve("/small", Array("storm".utf8))
            let (count, url) = (Int64(EventMailbox<SessionEvent>.limit) + 500, world.server.url("/small"))
            let app = try await SessionClient(world)
            for number in 1...count { try await app.add(number, url, as: .data) }
            _ = try await world.wait { app.events(.ended).count == count ? true : nil }
            app.close()
            let again = try await SessionClient(world)
            defer { again.close() }
            _ = try await world.wait { again.events(.ended).count == count ? true : nil }
            for number in 1...count { try await again.conclude(number) }
            _ = try await world.wait { again.events(.drained).count == 1 ? true : nil }
            try await again.add(count + 1, url)
            _ = try await again.end(of: count + 1, in: world)
        }
    }
}
