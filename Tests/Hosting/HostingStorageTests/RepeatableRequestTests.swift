// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@Suite("Requests that come again, in storage", .timeLimit(.minutes(2))) struct RepeatableRequestTests {
    private func request(_ name: String = "n", by caller: String = "a", _ digest: String = "d") -> RepeatableRequest {
        RepeatableRequest(callerID: caller, name: name, digest: digest)
    }

    @Test("One is done once, by one of many, and answered for a day", arguments: DatabaseKind.allCases)
    func once(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let store = world.store
            let standings = try await withThrowingTaskGroup(of: RepeatableRequest.Standing.self) { group in
                for _ in 0..<8 { group.addTask { try await store.begin(request()) } }
                return try await group.reduce(into: [RepeatableRequest.Standing]()) { $0.append($1) }
            }
            #expect(standings.count { $0 == .new } == 1 && standings.count { $0 == .running } == 7)
            // Another sender's has nothing to do with it, and another request may not have its name.
            #expect(try await store.begin(request(by: "b")) == .new)
            #expect(try await store.begin(request("n", by: "a", "other")) == .other)
            try await store.end(request(), status: 201, body: "made")
            #expect(try await store.begin(request()) == .answered(status: 201, body: "made"))
            world.clock.advance(seconds: 86_000)
            #expect(try await store.begin(request()) == .answered(status: 201, body: "made"))
            world.clock.advance(seconds: 500)
            #expect(try await store.begin(request()) == .new)
        }
    }

    @Test("One that was refused, or that a server was killed at, is new again", arguments: DatabaseKind.allCases)
    func again(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            #expect(try await world.store.begin(request()) == .new)
            try await world.store.abandon(request())
            #expect(try await world.store.begin(request()) == .new)
            world.clock.advance(seconds: 119)
            #expect(try await world.store.begin(request()) == .running)
            world.clock.advance(seconds: 2)
            #expect(try await world.store.begin(request()) == .new)
            #expect(try await world.store.begin(request()) == .running)
        }
    }
}
