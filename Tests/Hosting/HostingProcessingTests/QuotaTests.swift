// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import HostingModel
import HostingProcessing
import Testing

@testable import HostingStorage

/// How much room an app has (requirement C16), with archives that are uploaded and processed.
@Suite("Quota", .timeLimit(.minutes(2))) struct QuotaTests {
    private func set(_ limit: Int64, _ world: ProcessingWorld) async throws {
        try await world.store.database.write { (connection) throws(StorageError) in
            try connection.execute("UPDATE apps SET quota_bytes = \(limit)")
        }
    }

    private func reserve(_ world: ProcessingWorld, _ pack: HostedPack, size: Int64) async throws -> UploadFile {
        let version = try await world.store.createVersion(packID: pack.id).version
        return try await world.store.reserveFile(versionID: version.id, type: .asset, name: "T.aar", size: size)
    }

    private func upload(_ bytes: [UInt8], _ world: ProcessingWorld, _ pack: HostedPack) async throws {
        _ = try await world.upload(bytes, for: try await world.store.createVersion(packID: pack.id))
        #expect(try await world.worker.workOnce())
    }

    @Test("C16: what would be more than an app may have is not reserved") func limit() async throws {
        try await ProcessingWorld.with { world in
            let bytes = try await SampleArchive.bytes(in: world.folder)
            let used = Int64(bytes.count)
            let pack = try await world.pack()
            let other = try await world.store.createPack(appID: pack.appID, identifier: "Other")
            try await upload(bytes, world, pack)
            try await set(used + 1_000, world)
            _ = try await reserve(world, other, size: 1_000)
            await #expect(
                throws: StorageError.refused(.quotaExceeded(limit: used + 1_000, needed: used + 1_001))
            ) { try await reserve(world, other, size: 1_001) }
            // Of a pack its largest version counts, and not their sum.
            _ = try await reserve(world, pack, size: used + 1_000)
            await #expect(throws: StorageError.self) { try await reserve(world, pack, size: used + 1_001) }
            // What is archived counts no more.
            _ = try await world.store.setArchived(true, pack: pack.id)
            _ = try await reserve(world, other, size: used + 1_000)
            await #expect(throws: StorageError.self) { try await reserve(world, other, size: .max) }
        }
    }

    @Test("C16: of archives that were announced while there was room for each, those are taken that there is room for")
    func together() async throws {
        try await ProcessingWorld.with { world in
            let bytes = try await SampleArchive.bytes(in: world.folder)
            let (size, pack) = (Int64(bytes.count), try await world.pack())
            var files: [UploadFile] = []
            for name in ["One", "Two", "Three"] {
                let other = try await world.store.createPack(appID: pack.appID, identifier: name)
                files.append(try await reserve(world, other, size: size))
            }
            for file in files { try await world.put(bytes, file.upload) }
            try await set(2 * size, world)
            let waiting = files
            let refusals = await withTaskGroup(of: (any Error)?.self) { group in
                for file in waiting {
                    group.addTask {
                        do { _ = try await world.store.commitFile(file.id) } catch { return error }
                        return nil
                    }
                }
                return await group.reduce(into: [any Error]()) { if let error = $1 { $0.append(error) } }
            }
            let expected = StorageError.refused(.quotaExceeded(limit: 2 * size, needed: 3 * size))
            #expect(refusals.map { $0 as? StorageError } == [expected])
            // What was refused is taken when there is room for it.
            try await set(3 * size, world)
            for file in files where try await world.store.file(file.id)?.state == .awaitingUpload {
                _ = try await world.store.commitFile(file.id)
            }
            for file in files { #expect(try await world.store.file(file.id)?.state == .uploadComplete) }
        }
    }

    @Test("C16: after an upload with which most of the room is used a mail says so") func warning() async throws {
        try await ProcessingWorld.with { world in
            try await world.store.setMailServer(
                MailServer(host: "localhost", port: 25, security: .none, sender: "packs@example.com"))
            _ = try await world.store.createMember(
                try #require(MailAddress("ada@example.com")), .init(role: .admin))
            let bytes = try await SampleArchive.bytes(in: world.folder)
            let pack = try await world.pack()
            func subjects() async throws -> [String] {
                try await world.store.mails(limit: 10).map(\.subject).filter { $0.contains("room") }
            }
            try await upload(bytes, world, pack)
            try await set(Int64(bytes.count) * 100 / 79, world)
            try await upload(bytes, world, pack)
            #expect(try await subjects().isEmpty)
            try await set(Int64(bytes.count) * 100 / 81, world)
            try await upload(bytes, world, pack)
            let told = try await subjects()
            #expect(told.count == 1)
            #expect(told.first?.hasPrefix("Game has used 8") == true, "\(told)")
        }
    }
}
