// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@Suite("Packs and versions in storage", .timeLimit(.minutes(2))) struct HostPackTests {
    private func refusal(_ body: () async throws -> Void) async -> Refusal? {
        do { try await body() } catch {
            if case .refused(let refusal)? = error as? StorageError { return refusal }
        }
        return nil
    }

    @Test(arguments: DatabaseKind.allCases) func appsAreUniqueAndListedInPages(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            var apps: [HostedApp] = []
            for index in 1...5 { apps.append(try await world.app("com.example.game\(index)")) }
            #expect(
                await refusal { _ = try await world.app("com.example.game3") }
                    == .taken(attribute: "bundle identifier", value: "com.example.game3"))
            apps.sort { $0.id < $1.id }
            #expect(try await world.store.app(apps[0].id) == apps[0])
            #expect(try await world.store.app("1") == nil)
            let first = try await world.store.apps(limit: 3)
            #expect(first.elements == Array(apps[..<3]) && first.hasMore)
            let second = try await world.store.apps(after: [.text(apps[2].id)], limit: 3)
            #expect(second.elements == Array(apps[3...]) && !second.hasMore)
            #expect(
                try await world.store.apps(bundleIDs: ["com.example.game2", "x"], limit: 3).elements.map(\.bundleID)
                    == ["com.example.game2"])
            #expect(try await world.store.apps(ids: [], limit: 3).elements == [])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func packsAreUniqueInTheirApp(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind, limits: HostLimits(packCount: 2)) { world in
            let (app, other) = (try await world.app(), try await world.app("com.example.other"))
            let pack = try await world.store.createPack(appID: app.id, identifier: "A")
            _ = try await world.store.createPack(appID: other.id, identifier: "A")
            #expect(
                await refusal { _ = try await world.store.createPack(appID: app.id, identifier: "A") }
                    == .taken(attribute: "assetPackIdentifier", value: "A"))
            #expect(
                await refusal { _ = try await world.store.createPack(appID: "1", identifier: "B") }
                    == .relatedNotFound(relationship: "app", type: "apps", id: "1"))
            if case .identifierInvalid? = await refusal({
                _ = try await world.store.createPack(appID: app.id, identifier: "a/b")
            }) {
            } else {
                #expect(Bool(false))
            }
            _ = try await world.store.createPack(appID: app.id, identifier: "B")
            #expect(
                await refusal { _ = try await world.store.createPack(appID: app.id, identifier: "C") }
                    == .tooManyPacks(limit: 2))
            // One that is archived makes room, and keeps its name.
            let archived = try await world.store.setArchived(true, pack: pack.id)
            #expect(archived.pack.archivedAt == world.clock.now)
            #expect(
                await refusal { _ = try await world.store.createPack(appID: app.id, identifier: "A") }
                    == .taken(attribute: "assetPackIdentifier", value: "A"))
            _ = try await world.store.createPack(appID: app.id, identifier: "C")
            #expect(
                await refusal { _ = try await world.store.setArchived(false, pack: pack.id) } == .tooManyPacks(limit: 2)
            )
            #expect(
                await refusal { _ = try await world.store.createVersion(packID: pack.id) }
                    == .packArchived(identifier: "A"))
            #expect(
                await refusal { _ = try await world.store.setArchived(true, pack: "x") }
                    == .notFound(type: "backgroundAssets", id: "x"))
        }
    }

    @Test(arguments: DatabaseKind.allCases) func packsAreFilteredSortedAndPaged(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            var packs: [HostedPack] = []
            for name in ["B", "D", "A", "C"] {
                packs.append(try await world.store.createPack(appID: app.id, identifier: name))
                // The last two are made at one time.
                if name != "A" { world.clock.advance(seconds: 1) }
            }
            _ = try await world.store.setArchived(true, pack: packs[1].id)
            func names(_ change: (inout PackListing) -> Void) async throws -> [String] {
                var listing = PackListing(appID: app.id, limit: 50)
                change(&listing)
                return try await world.store.packs(listing).elements.map(\.pack.identifier)
            }
            #expect(try await names { $0.order = [(.identifier, false)] } == ["A", "B", "C", "D"])
            #expect(try await names { $0.order = [(.identifier, true)] } == ["D", "C", "B", "A"])
            #expect(
                try await names { $0.order = [(.createdDate, true), (.identifier, false)] } == ["A", "C", "D", "B"])
            #expect(try await names { $0.isArchived = true } == ["D"])
            #expect(try await Set(names { $0.isArchived = false }) == ["A", "B", "C"])
            #expect(try await names { $0.identifiers = ["C", "x"] } == ["C"])
            #expect(try await names { $0.platforms = ["linux"] } == [])
            // A version that names no platform is for all of them, as soon as it is known that it names none.
            let version = try await world.processedVersion(of: packs[0])
            _ = try await world.store.createVersion(packID: packs[2].id)
            func set(_ platforms: String) async throws {
                try await world.store.database.write { (connection) throws(StorageError) in
                    try connection.execute(
                        "UPDATE versions SET platforms = \(platforms) WHERE id = \(version.version.id)")
                }
            }
            try await set("[]")
            #expect(try await names { $0.platforms = ["iOS"] } == ["B"])
            try await set(#"["iOS","Linux"]"#)
            #expect(try await names { $0.platforms = ["iOS"] } == ["B"])
            #expect(try await names { $0.platforms = ["macOS"] } == [])
            #expect(try await names { $0.locales = ["de"] } == [])
            // Page by page, in every order, each comes once.
            for order in [
                [(PackListing.Order.createdDate, false)], [(.createdDate, true)],
                [(.createdDate, false), (.identifier, true)], [],
            ] {
                var (found, after): ([String], [SQLValue]?) = ([], nil)
                repeat {
                    var listing = PackListing(appID: app.id, limit: 1)
                    listing.order = order
                    listing.after = after
                    let page = try await world.store.packs(listing)
                    found += page.elements.map(\.pack.identifier)
                    after =
                        page.hasMore
                        ? page.elements.last.map { summary in
                            order.map {
                                $0.0 == .createdDate
                                    ? .integer(summary.pack.createdAt.milliseconds) : .text(summary.pack.identifier)
                            } + [.text(summary.pack.id)]
                        } : nil
                } while after != nil
                #expect(found.sorted() == ["A", "B", "C", "D"], "\(order)")
            }
        }
    }

    @Test(arguments: DatabaseKind.allCases) func versionsAreCountedOneAfterTheOther(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let first = try await world.version()
            #expect(first.version.number == 1)
            #expect(first.version.state == .awaitingUpload)
            let (store, packID) = (world.store, first.pack.id)
            // Of many at a time, each gets its own.
            let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await store.createVersion(packID: packID).version.number } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(numbers.sorted() == Array(2...9))
            var listing = VersionListing(packID: packID, isFalling: true, limit: 2)
            var page = try await store.versions(listing)
            #expect(page.elements.map(\.version.number) == [9, 8] && page.hasMore)
            listing.after = [.integer(8)]
            page = try await store.versions(listing)
            #expect(page.elements.map(\.version.number) == [7, 6])
            listing = VersionListing(packID: packID, limit: 50)
            listing.numbers = [3, 5, 77]
            #expect(try await store.versions(listing).elements.map(\.version.number) == [3, 5])
            listing = VersionListing(packID: packID, limit: 50)
            listing.states = [.complete, .failed]
            #expect(try await store.versions(listing).elements == [])
            listing.states = nil
            listing.releaseStates = [.internalBeta: ["READY_FOR_TESTING"]]
            #expect(try await store.versions(listing).elements == [])
            #expect(try await store.version(first.version.id) == first)
            #expect(try await store.version("x") == nil)
            #expect(
                await refusal { _ = try await store.createVersion(packID: "x") }
                    == .relatedNotFound(relationship: "backgroundAsset", type: "backgroundAssets", id: "x"))
        }
    }

    @Test(arguments: DatabaseKind.allCases) func releasesGoByTheirRulesAndAreKept(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let version = try await world.version()
            let (store, id) = (world.store, version.version.id)
            let changes = try await store.changeReleases(ofVersion: id) { (releases, number) throws(ReleaseError) in
                try releases.commit(number)
                return try releases.complete(number)
            }
            #expect(
                changes.map(\.newState) == ["READY_FOR_TESTING", "READY_FOR_BETA_SUBMISSION", "PREPARE_FOR_SUBMISSION"])
            let found = try #require(try await store.version(id))
            #expect(found.version.state == .complete)
            #expect(
                found.releases.mapValues(\.state) == [
                    .internalBeta: "READY_FOR_TESTING", .externalBeta: "READY_FOR_BETA_SUBMISSION",
                    .appStore: "PREPARE_FOR_SUBMISSION",
                ])
            #expect(try await store.pack(version.pack.id)?.activeVersionIDs == [.internalBeta: id])
            let release = try #require(found.releases[.internalBeta])
            #expect(try await store.release(release.id, in: .internalBeta)?.version == found)
            #expect(try await store.release(release.id, in: .appStore) == nil)
            // A second one takes the place of the first, and a pin takes it back.
            let next = try await store.createVersion(packID: version.pack.id)
            _ = try await store.changeReleases(ofVersion: next.version.id) { (releases, number) throws(ReleaseError) in
                try releases.commit(number)
                return try releases.complete(number)
            }
            #expect(try await store.pack(version.pack.id)?.activeVersionIDs == [.internalBeta: next.version.id])
            _ = try await store.changeReleases(ofVersion: id) { (releases, number) throws(ReleaseError) in
                try releases.pin(number, in: .internalBeta)
            }
            #expect(try await store.pack(version.pack.id)?.activeVersionIDs == [.internalBeta: id])
            #expect(try await store.version(id)?.releases[.internalBeta]?.id == release.id)
            #expect(
                await refusal {
                    _ = try await store.changeReleases(ofVersion: id) { (releases, number) throws(ReleaseError) in
                        try releases.complete(number)
                    }
                }
                    == .release(
                        .illegal(
                            number: 1, IllegalTransition(machine: "VersionState", state: "COMPLETE", event: "accept"))))
            // What is archived is active nowhere.
            #expect(try await store.setArchived(true, pack: version.pack.id).activeVersionIDs == [:])
            #expect(try await store.setArchived(false, pack: version.pack.id).activeVersionIDs == [.internalBeta: id])
        }
    }
}
