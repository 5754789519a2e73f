// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@Suite("The log of changes", .timeLimit(.minutes(2))) struct AuditTests {
    private func entries(_ world: HostWorld, app: String? = nil) async throws -> [AuditEntry] {
        try await world.store.auditEntries(AuditListing(appIDs: app.map { [$0] }, limit: 100)).elements.reversed()
    }

    @Test("What is changed is noted with who did it, and what is refused is not", arguments: DatabaseKind.allCases)
    func changes(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let ada = Principal(.member, id: "ada")
            let app = try await Principal.acting(as: .machine) { try await world.app() }
            world.clock.advance(seconds: 1)
            let version = try await Principal.acting(as: ada) {
                let pack = try await world.store.createPack(appID: app.id, identifier: "Tutorial")
                await #expect(throws: StorageError.self) {
                    try await world.store.createPack(appID: app.id, identifier: "Tutorial")
                }
                world.clock.advance(seconds: 1)
                return try await world.processedVersion(of: pack)
            }
            world.clock.advance(seconds: 1)
            let review = try await Principal.acting(as: ada) {
                try await world.store.submitForBeta(.packVersion(version.version.id), by: "ada").review
            }
            world.clock.advance(seconds: 1)
            _ = try await world.store.change(betaReviewID: review.id, .beginReview, by: "rev")
            let all = try await entries(world)
            #expect(
                all.map(\.action) == [.createApp, .createPack, .createVersion, .submitForBeta, .beginBetaReview])
            #expect(all.map(\.subject) == ["com.example.game", "Tutorial", "Tutorial 1", "Tutorial 1", "Tutorial 1"])
            #expect(all.map(\.principal) == [.machine, ada, ada, ada, .host])
            #expect(all.allSatisfy { $0.appID == app.id } && all.last?.time == world.clock.now)
            world.clock.advance(seconds: 1)
            let next = try await Principal.acting(as: ada) {
                try await world.store.createKey(name: "CI", role: .developer)
            }
            #expect(try await entries(world, app: app.id) == all)
            let last = try #require(try await entries(world).last)
            #expect(last.action == .createKey && last.subject == next.key.id && last.detail == "CI, DEVELOPER")
            #expect(last.appID == nil && !"\(last)".contains("PRIVATE"))
        }
    }

    @Test("The log is read in pages, by its actions", arguments: DatabaseKind.allCases)
    func pages(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            for name in ["A", "B", "C"] {
                world.clock.advance(seconds: 1)
                _ = try await world.store.createPack(appID: app.id, identifier: name)
            }
            var listing = AuditListing(limit: 2)
            listing.actions = [.createPack]
            let first = try await world.store.auditEntries(listing)
            #expect(first.elements.map(\.subject) == ["C", "B"] && first.hasMore)
            let last = try #require(first.elements.last)
            listing.after = [.integer(last.time.milliseconds), .text(last.id)]
            let second = try await world.store.auditEntries(listing)
            #expect(second.elements.map(\.subject) == ["A"] && !second.hasMore)
        }
    }
}
