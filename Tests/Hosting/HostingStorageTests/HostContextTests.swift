// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@Suite("Contexts that are held, in storage", .timeLimit(.minutes(2))) struct HostContextTests {
    private func context(
        _ context: ReleaseContext, of pack: HostedPack, _ world: HostWorld
    ) async throws -> PackContext {
        let all = try #require(try await world.store.contexts(ofPack: pack.id))
        return try #require(all.first { $0.context == context })
    }

    @Test("A context is rolled back, held while others are released, and let go", arguments: DatabaseKind.allCases)
    func pins(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let first = try await world.processedVersion()
            let pack = first.pack
            try await world.approve(first)
            let second = try await world.processedVersion(of: pack)
            try await world.approve(second)
            #expect(try await context(.appStore, of: pack, world).active?.number == 2)
            let back = try await world.store.change(.appStore, ofPack: pack.id, [.pin(1)])
            #expect(back.active?.number == 1 && back.pinned == 1)
            #expect(try await context(.appStore, of: pack, world) == back)
            // The others go their own ways.
            #expect(try await context(.internalBeta, of: pack, world).active?.number == 2)
            let third = try await world.processedVersion(of: pack)
            try await world.approve(third)
            #expect(try await context(.appStore, of: pack, world).active?.number == 1)
            let sequence = try await world.store.database.read { (connection) throws(StorageError) in
                try connection.row("SELECT sequence FROM apps WHERE id = \(pack.appID)")?.integer("sequence")
            }
            let free = try await world.store.change(.appStore, ofPack: pack.id, [.unpin])
            #expect(free.active?.number == 3 && free.pinned == nil)
            // Nobody has changed anything by letting go of what is free.
            #expect(try await world.store.change(.appStore, ofPack: pack.id, [.unpin]) == free)
            let entries = try await world.store.auditEntries(AuditListing(appIDs: [pack.appID], limit: 100)).elements
            #expect(entries.filter { $0.action == .unpinRelease }.count == 1)
            let later = try await world.store.database.read { (connection) throws(StorageError) in
                try connection.row("SELECT sequence FROM apps WHERE id = \(pack.appID)")?.integer("sequence")
            }
            // Devices see that there is something new.
            #expect(try #require(later) > #require(sequence))
            #expect(
                await world.refusal { _ = try await world.store.change(.externalBeta, ofPack: pack.id, [.pin(1)]) }
                    == .release(.neverActive(number: 1, context: .externalBeta)))
            #expect(
                await world.refusal { _ = try await world.store.change(.appStore, ofPack: pack.id, [.pin(9)]) }
                    == .release(.versionNotFound(9)))
            #expect(
                await world.refusal { _ = try await world.store.change(.appStore, ofPack: "x", [.unpin]) }
                    == .notFound(type: "backgroundAssets", id: "x"))
            #expect(try await world.store.contexts(ofPack: "x") == nil)
        }
    }

    @Test("Releases begin with a share of the devices, which grows", arguments: DatabaseKind.allCases)
    func rollouts(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let first = try await world.processedVersion()
            let pack = first.pack
            #expect(try await world.store.change(.appStore, ofPack: pack.id, [.rolloutStart(10)]).rolloutStart == 10)
            try await world.approve(first)
            // Without a version before it, it is for all.
            #expect(try await context(.appStore, of: pack, world).rollout == nil)
            let second = try await world.processedVersion(of: pack)
            try await world.approve(second)
            #expect(
                try await context(.appStore, of: pack, world).rollout
                    == Rollout(version: 2, previous: 1, percentage: 10))
            let grown = try await world.store.change(
                .appStore, ofPack: pack.id, [.rollout(60), .rolloutStart(100)])
            #expect(grown.rollout?.percentage == 60 && grown.rolloutStart == 100)
            #expect(try await context(.appStore, of: pack, world) == grown)
            let half = await world.refusal {
                _ = try await world.store.change(.appStore, ofPack: pack.id, [.rolloutStart(5), .rollout(101)])
            }
            #expect(half == .release(.percentageInvalid(101)))
            // All of it, or nothing.
            #expect(try await context(.appStore, of: pack, world) == grown)
            let all = try await world.store.change(.appStore, ofPack: pack.id, [.rollout(100)])
            #expect(all.rollout == nil && all.active?.number == 2)
            #expect(
                await world.refusal { _ = try await world.store.change(.appStore, ofPack: pack.id, [.rollout(5)]) }
                    == .release(.noRollout(.appStore)))
        }
    }

    @Test("A version is limited to versions of the app", arguments: DatabaseKind.allCases)
    func limits(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let version = try await world.processedVersion()
            let (two, three) = (try #require(AppVersionNumber("2.0")), try #require(AppVersionNumber("3")))
            let id = try #require(try await world.store.versionID(number: 1, ofPack: version.pack.id))
            #expect(id == version.version.id)
            #expect(try await world.store.versionID(number: 2, ofPack: version.pack.id) == nil)
            let range = AppVersionRange(lowest: two, highest: three)
            try await world.store.limit(versionID: id, to: range)
            #expect(try await world.store.version(id)?.version.appVersions == range)
            #expect(
                await world.refusal {
                    try await world.store.limit(versionID: id, to: AppVersionRange(lowest: three, highest: two))
                } == .appVersionsInvalid(lowest: three, highest: two))
            try await world.store.limit(versionID: id, to: AppVersionRange())
            #expect(try await world.store.version(id)?.version.appVersions == AppVersionRange())
        }
    }
}
