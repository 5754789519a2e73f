// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingModel
import Testing

@testable import HostingStorage

@Suite("Which objects are a host's", .timeLimit(.minutes(2))) struct ObjectsOwnershipTests {
    /// Stores of one database, over folders of these names.
    private func with(
        _ kind: DatabaseKind, _ body: (@escaping @Sendable (String) throws -> HostStore) async throws -> Void
    ) async throws {
        try await kind.withDatabase { database in
            try await HostSchema.migrate(database)
            try await TemporaryFolder.with { folder in
                try await body { name in
                    HostStore(
                        database: database, objects: try FolderObjectStore(path: folder.path(name)),
                        limits: HostLimits(partSize: 1_000), now: { Timestamp(milliseconds: 1_800_000_000_000) },
                        makeID: { UUID().uuidString.lowercased() })
                }
            }
        }
    }

    private func isForeign(_ body: () async throws -> Void) async -> Bool {
        do { try await body() } catch StorageError.foreignObjects { return true } catch { Issue.record(error) }
        return false
    }

    @Test("The first store is the host's, and no other is", arguments: DatabaseKind.allCases)
    func first(_ kind: DatabaseKind) async throws {
        try await with(kind) { store in
            // To look changes nothing.
            try await store("other").checkObjects()
            try await store("own").claimObjects()
            try await store("own").claimObjects()
            try await store("own").checkObjects()
            let marks = try await store("own").objects.keys(after: nil)
            #expect(marks.count == 1 && marks.allSatisfy { StoreMark.isMark($0) })
            #expect(await isForeign { try await store("other").claimObjects() })
            #expect(await isForeign { try await store("other").checkObjects() })
            #expect(try await store("other").objects.keys(after: nil) == [])
        }
    }

    @Test("Of those that begin at once with one store, all have it; with several, one has its own")
    func atOnce() async throws {
        try await with(.postgreSQL) { store in
            let results = try await withThrowingTaskGroup(of: (String, Bool).self) { group in
                for index in 0..<12 {
                    let name = "store\(index % 3)"
                    let store = try store(name)
                    group.addTask { (name, !(await isForeign { try await store.claimObjects() })) }
                }
                return try await group.reduce(into: [(String, Bool)]()) { $0.append($1) }
            }
            let owners = Set(results.filter { $0.1 }.map { $0.0 })
            let owner = try #require(owners.first)
            #expect(owners.count == 1)
            #expect(results.filter { $0.0 == owner }.allSatisfy { $0.1 })
            for index in 0..<3 {
                let count = try await store("store\(index)").objects.keys(after: nil).count
                #expect(count == ("store\(index)" == owner ? 1 : 0))
            }
        }
    }

    @Test("Who has the store of before notices when another one has become the host's") func adopted() async throws {
        try await HostWorld.with(.sqlite) { world in
            try await TemporaryFolder.with { folder in
                let clock = HostWorld.Clock()
                func store(_ name: String) throws -> HostStore {
                    HostStore(
                        database: world.store.database, objects: try FolderObjectStore(path: folder.path(name)),
                        now: { clock.now }, makeID: { UUID().uuidString.lowercased() })
                }
                let (before, after) = (OwnObjectStore(try store("before")), try store("after"))
                let key = try #require(ObjectKey("files/a"))
                try await before.write([1], to: key)
                try await after.adoptObjects()
                clock.advance(seconds: 5)
                #expect(try await before.size(of: key) == 1)
                clock.advance(seconds: 6)
                for _ in 0..<2 { #expect(await isForeign { _ = try await before.size(of: key) }) }
                try await store("before").adoptObjects()
                #expect(try await before.size(of: key) == 1)
            }
        }
    }

    @Test(
        "A host does not begin over the objects of another, and does where only a mark is left",
        arguments: DatabaseKind.allCases)
    func otherHost(_ kind: DatabaseKind) async throws {
        try await with(kind) { store in
            let other = try store("other")
            _ = try await other.newMark()
            try await other.checkObjects()
            try await other.objects.write([1], to: try #require(ObjectKey("files/a")))
            #expect(await isForeign { try await store("other").checkObjects() })
            #expect(await isForeign { try await store("other").claimObjects() })
            // Who means it says so.
            try await other.adoptObjects()
            try await store("other").claimObjects()
        }
    }

    @Test("A host from before is asked for the objects that it knows", arguments: DatabaseKind.allCases)
    func knownObjects(_ kind: DatabaseKind) async throws {
        try await with(kind) { store in
            let own = try store("own")
            let app = try await own.createApp(
                NewApp(bundleID: "com.example.game", name: "Game", sku: "G1", primaryLocale: "en-US"))
            let world = HostWorld(store: own, clock: HostWorld.Clock())
            for _ in 0..<2 {
                let build = try await own.createBuild(appID: app.id, fileName: "Game.tar", size: 2_000)
                try await world.put(Array(repeating: 7, count: 2_000), build.upload)
                _ = try await own.commitBuild(build.id)
            }
            try await own.database.write { (connection) throws(StorageError) in
                try connection.execute("UPDATE builds SET state = 'COMPLETE'")
            }
            #expect(await isForeign { try await store("other").checkObjects() })
            #expect(await isForeign { try await store("other").claimObjects() })
            // One may be lost.
            let keys = try await own.objects.keys(after: nil)
            #expect(keys.count == 2)
            try await own.objects.remove(keys[0])
            try await own.checkObjects()
            try await own.claimObjects()
            #expect(try await own.objects.keys(after: nil).count == 2)
        }
    }

    @Test("A store is made the host's in the place of the one before") func adopting() async throws {
        try await with(.sqlite) { store in
            try await store("own").claimObjects()
            try await store("other").adoptObjects()
            try await store("other").claimObjects()
            #expect(await isForeign { try await store("own").claimObjects() })
            let log = try await store("own").auditEntries(AuditListing(limit: 10)).elements
            #expect(log.map(\.action) == [.adoptObjects])
        }
    }

    @Test("Nothing is done with objects that are not the host's, and all with those that are") func using() async throws
    {
        try await with(.sqlite) { store in
            let key = try #require(ObjectKey("files/a"))
            let own = OwnObjectStore(try store("own"))
            #expect(own.readAtHand(key, at: 0, count: 1) == nil)
            try await own.write([1, 2], to: key)
            #expect(try await own.size(of: key) == 2)
            #expect(own.place.hasSuffix("/own"))
            let other = OwnObjectStore(try store("other"))
            #expect(await isForeign { try await other.check() })
            #expect(await isForeign { _ = try await other.size(of: key) })
            #expect(await isForeign { try await other.write([3], to: key) })
            #expect(await isForeign { try await other.remove(key) })
            #expect(
                await isForeign {
                    _ = try await other.begin(key, size: 1, partSize: 1)
                })
            #expect(try await store("other").objects.keys(after: nil) == [])
        }
    }

    @Test("A host that is made of a backup has objects of its own") func restoring() async throws {
        try await with(.sqlite) { store in
            let own = try store("own")
            try await own.claimObjects()
            _ = try await own.createApp(
                NewApp(bundleID: "com.example.game", name: "Game", sku: "G1", primaryLocale: "en-US"))
            try await TemporaryFolder.with { folder in
                _ = try await HostBackup(store: own).run(into: folder.path("backup"))
                try await HostWorld.withNew(.sqlite) { new in
                    _ = try await HostRestore(from: folder.path("backup")).run(into: new)
                    try await new.claimObjects()
                    #expect(try await new.setting(StoreMark.setting) != own.setting(StoreMark.setting))
                    #expect(try await HostVerification(store: new).run().unknown == [])
                    let crossed = HostStore(
                        database: new.database, objects: own.objects, now: new.now, makeID: new.makeID)
                    #expect(await isForeign { try await crossed.claimObjects() })
                }
            }
        }
    }
}
