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

    /// Has a request begin that is to be done now.
    private func begin(_ request: RepeatableRequest, _ store: HostStore) async throws -> RepeatableRequest.Turn {
        try #require(try await store.begin(request).turn)
    }

    @Test("One is done once, by one of many, and answered for a day", arguments: DatabaseKind.allCases)
    func once(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let store = world.store
            let standings = try await withThrowingTaskGroup(of: RepeatableRequest.Standing.self) { group in
                for _ in 0..<8 { group.addTask { try await store.begin(request()) } }
                return try await group.reduce(into: [RepeatableRequest.Standing]()) { $0.append($1) }
            }
            let turns = standings.compactMap(\.turn)
            #expect(turns.count == 1 && standings.count { $0 == .running } == 7)
            // Another sender's has nothing to do with it, and another request may not have its name.
            _ = try await begin(request(by: "b"), store)
            #expect(try await store.begin(request("n", by: "a", "other")) == .other)
            #expect(try await store.end(try #require(turns.first), status: 201, body: "made"))
            #expect(try await store.begin(request()) == .answered(status: 201, body: "made"))
            world.clock.advance(seconds: 86_000)
            #expect(try await store.begin(request()) == .answered(status: 201, body: "made"))
            world.clock.advance(seconds: 500)
            _ = try await begin(request(), store)
        }
    }

    @Test("One that was refused, or that a server was killed at, is new again", arguments: DatabaseKind.allCases)
    func again(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            try await world.store.abandon(try await begin(request(), world.store))
            _ = try await begin(request(), world.store)
            world.clock.advance(seconds: 119)
            #expect(try await world.store.begin(request()) == .running)
            world.clock.advance(seconds: 2)
            _ = try await begin(request(), world.store)
            #expect(try await world.store.begin(request()) == .running)
        }
    }

    @Test("A server that was too slow has no say in what the next one does", arguments: DatabaseKind.allCases)
    func tooSlow(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let store = world.store
            let slow = try await begin(request(), store)
            world.clock.advance(seconds: 121)
            let next = try await begin(request(), store)
            try await store.abandon(slow)
            #expect(try await store.begin(request()) == .running)
            #expect(try await !store.end(slow, status: 201, body: "slow"))
            #expect(try await store.end(next, status: 201, body: "next"))
            #expect(try await !store.end(slow, status: 201, body: "slow"))
            #expect(try await store.begin(request()) == .answered(status: 201, body: "next"))
        }
    }
}
