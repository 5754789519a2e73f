// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostingModel
import HostingStorage
import Testing

@Suite("Versions that are made with their archives", .timeLimit(.minutes(2))) struct HostVersionUploadTests {
    private let bytes: [UInt8] = (0..<3_500).map { UInt8(truncatingIfNeeded: $0 / 7) }

    private func refusal(_ body: () async throws -> Void) async -> Refusal? {
        do { try await body() } catch {
            if case .refused(let refusal)? = error as? StorageError { return refusal }
        }
        return nil
    }

    private func count(_ world: HostWorld, ofPack id: String) async throws -> Int {
        try await world.store.versions(VersionListing(packID: id, isFalling: false, limit: 10)).elements.count
    }

    @Test(arguments: DatabaseKind.allCases) func aVersionGoesOnAsAnyOther(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let pack = try await world.store.createPack(appID: try await world.app().id, identifier: "Tutorial")
            let file = try await world.store.createVersion(packID: pack.id, archive: "Tutorial.aar", size: 3_500)
            #expect(file.state == .awaitingUpload && file.upload.partCount == 4 && file.type == .asset)
            let version = try #require(try await world.store.version(file.versionID))
            #expect(version.version.number == 1 && version.version.state == .awaitingUpload)
            #expect(version.files == [.asset: file])
            try await world.put(bytes, file)
            #expect(try await world.store.commitFile(file.id).state == .uploadComplete)
            #expect(try await world.jobs.take()?.subject == file.id)
            // What is on its way to be processed is not taken back.
            try await world.store.takeBackVersion(of: file)
            #expect(try await world.store.version(file.versionID)?.version.state == .processing)
            #expect(try await world.store.objects.size(of: file.upload.key) == 3_500)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func whatIsRefusedLeavesNothing(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let app = try await world.app()
            let pack = try await world.store.createPack(appID: app.id, identifier: "Tutorial")
            let size = app.quota.limit + 1
            #expect(
                await refusal { _ = try await world.store.createVersion(packID: pack.id, archive: "a", size: size) }
                    == .quotaExceeded(limit: app.quota.limit, needed: size))
            #expect(
                await refusal { _ = try await world.store.createVersion(packID: "x", archive: "a", size: 1) }
                    == .relatedNotFound(relationship: "backgroundAsset", type: "backgroundAssets", id: "x"))
            _ = try await world.store.setArchived(true, pack: pack.id)
            #expect(
                await refusal { _ = try await world.store.createVersion(packID: pack.id, archive: "a", size: 1) }
                    == .packArchived(identifier: "Tutorial"))
            #expect(try await count(world, ofPack: pack.id) == 0)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func whatBreaksOffIsTakenBack(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let pack = try await world.store.createPack(appID: try await world.app().id, identifier: "Tutorial")
            let file = try await world.store.createVersion(packID: pack.id, archive: "Tutorial.aar", size: 3_500)
            try await world.put(bytes, file, parts: [1, 2])
            try await world.store.takeBackVersion(of: file)
            #expect(try await count(world, ofPack: pack.id) == 0)
            #expect(try await world.store.file(file.id) == nil)
            #expect(try await world.store.awaitedUpload(file.id) == nil)
            // What has arrived of it takes no room any more.
            #expect(try await world.store.objects.parts(of: file.upload) == nil)
            // Once more does nothing, and what is repeated is a whole version.
            try await world.store.takeBackVersion(of: file)
            let again = try await world.store.createVersion(packID: pack.id, archive: "Tutorial.aar", size: 3_500)
            try await world.put(bytes, again)
            _ = try await world.store.commitFile(again.id)
            #expect(try await world.store.version(again.versionID)?.version.number == 1)
            let actions = try await world.store.auditEntries(AuditListing(limit: 10)).elements.map(\.action)
            #expect(actions.contains(.takeBackVersion))
        }
    }

    @Test(arguments: DatabaseKind.allCases) func whatSomebodyElseGoesOnWithStays(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let pack = try await world.store.createPack(appID: try await world.app().id, identifier: "Tutorial")
            let file = try await world.store.createVersion(packID: pack.id, archive: "Tutorial.aar", size: 3_500)
            _ = try await world.store.reserveFile(versionID: file.versionID, type: .manifest, name: "m", size: 1)
            try await world.store.takeBackVersion(of: file)
            #expect(try await count(world, ofPack: pack.id) == 1)
            #expect(try await world.store.awaitedUpload(file.id) != nil)
        }
    }
}
