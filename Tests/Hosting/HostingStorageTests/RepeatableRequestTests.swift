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

    @Test("What is made is on record with it, whatever becomes of the server", arguments: DatabaseKind.allCases)
    func outcome(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let (store, app) = (world.store, try await world.app())
            let turn = try await begin(request(), store)
            let pack = try await turn.doing { try await store.createPack(appID: app.id, identifier: "A") }
            #expect(try await store.begin(request()) == .done(resourceID: pack.id))
            // It has failed behind that.
            try await store.abandon(turn)
            world.clock.advance(seconds: 600)
            #expect(try await store.begin(request()) == .done(resourceID: pack.id))
            #expect(try await store.begin(request("n", by: "a", "other")) == .other)
            // Its server was slow only.
            #expect(try await store.end(turn, status: 201, body: "made"))
            #expect(try await store.begin(request()) == .answered(status: 201, body: "made"))
            // What was refused has made nothing, and others make things for nobody's request.
            let refused = try await begin(request("m"), store)
            let reason = await world.refusal {
                _ = try await refused.doing { try await store.createPack(appID: app.id, identifier: "A") }
            }
            #expect(reason == .taken(attribute: "assetPackIdentifier", value: "A"))
            _ = try await store.createPack(appID: app.id, identifier: "B")
            #expect(try await store.begin(request("m")) == .running)
            try await store.abandon(refused)
            _ = try await begin(request("m"), store)
        }
    }

    @Test("A server whose turn has passed to another makes nothing", arguments: DatabaseKind.allCases)
    func passed(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let (store, app) = (world.store, try await world.app())
            let slow = try await begin(request(), store)
            world.clock.advance(seconds: 121)
            let next = try await begin(request(), store)
            let error = await #expect(throws: StorageError.self) {
                try await slow.doing { try await store.createPack(appID: app.id, identifier: "A") }
            }
            if case .conflict? = error {} else { Issue.record("\(String(describing: error))") }
            #expect(try await store.packs(PackListing(appID: app.id, limit: 5)).elements.isEmpty)
            let pack = try await next.doing { try await store.createPack(appID: app.id, identifier: "A") }
            #expect(try await store.begin(request()) == .done(resourceID: pack.id))
        }
    }
}
