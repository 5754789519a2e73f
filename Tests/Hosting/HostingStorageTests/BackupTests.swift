// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Crypto
import Foundation
import HostingModel
import NIOCore
import Synchronization
import SystemSupport
import Testing

@testable import HostingStorage

@Suite("Backups", .timeLimit(.minutes(10))) struct BackupTests {
    /// All rows of a host, but for what it knows its objects by.
    private func rows(_ database: any SQLDatabase) async throws -> [BackupRecord] {
        try await database.read { (connection) throws(StorageError) in
            var records: [BackupRecord] = []
            for table in BackupTable.all {
                records += try table.rows(after: nil, limit: 10_000, in: connection).map { BackupRecord($0, of: table) }
            }
            records.removeAll { record in
                if case .row("settings", let values) = record {
                    values["name"] == .text(StoreMark.setting)
                } else {
                    false
                }
            }
            return records
        }
    }

    /// What is being uploaded has another name in each store.
    private static func withoutUpload(_ record: BackupRecord) -> BackupRecord {
        guard case .row(let table, var values) = record,
            values["state"] == .text(UploadFileState.awaitingUpload.rawValue),
            values.removeValue(forKey: "upload_id") != nil
        else { return record }
        return .row(table: table, values: values)
    }

    @Test("Every table of the schema is backed up, in an order in which nothing is missing")
    func tables() async throws {
        try await DatabaseKind.sqlite.withDatabase { database in
            try await HostSchema.migrate(database)
            let names = try await database.read { (connection) throws(StorageError) in
                var names: [String] = []
                for row in try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'") {
                    names.append(try row.text("name"))
                }
                return names
            }
            #expect(Set(names) == Set(BackupTable.all.map(\.name) + ["migrations"]))
        }
    }

    @Test(
        "A host is made of a backup, in a database of either kind, and goes on", arguments: DatabaseKind.allCases,
        DatabaseKind.allCases)
    func goingOn(_ source: DatabaseKind, _ target: DatabaseKind) async throws {
        try await HostWorld.with(source) { world in
            let (committed, waiting) = try await world.fill()
            let before = try await rows(world.store.database)
            let tables = before.map { record in if case .row(let table, _) = record { table } else { "" } }
            #expect(Set(tables) == Set(BackupTable.all.map(\.name)))
            try await TemporaryFolder.with { folder in
                let made = try await HostBackup(store: world.store).run(into: folder.path("backup"))
                #expect(made.rowCount == before.count && made.objectCount == 2 && made.objectSize == 7_000)
                try await HostWorld.withNew(target) { store in
                    #expect(try await HostRestore(from: folder.path("backup")).run(into: store) == made)
                    let log = try await store.auditEntries(AuditListing(limit: 1_000)).elements
                    #expect(log.filter { $0.action == .restoreHost }.count == 1)
                    try await store.database.write { (connection) throws(StorageError) in
                        try connection.execute("DELETE FROM audit_entries WHERE action = 'host.restore'")
                    }
                    let new = try #require(try await store.file(waiting.id))
                    #expect(new.upload.key == waiting.upload.key && new.upload.id != waiting.upload.id)
                    #expect(
                        try await rows(store.database).map(Self.withoutUpload) == before.map(Self.withoutUpload))
                    let builds = try await store.builds(BuildListing(limit: 5)).elements
                    #expect(builds.map(\.state).sorted { $0.rawValue < $1.rawValue } == [.awaitingUpload, .complete])
                    for build in builds where build.state == .awaitingUpload {
                        try await HostWorld(store: store, clock: world.clock).put(HostWorld.sampleBytes, build.upload)
                        #expect(try await store.commitBuild(build.id).state == .processing)
                    }
                    let copied = try await store.objects.read(
                        committed.upload.key, at: 0, count: HostWorld.sampleBytes.count)
                    #expect(Array(copied.readableBytesView) == HostWorld.sampleBytes)
                    #expect(try await HostVerification(store: store).run().faults == [])
                    // What was being uploaded comes from its first part on.
                    #expect(try await store.objects.parts(of: new.upload) == [])
                    try await HostWorld(store: store, clock: world.clock).put(HostWorld.sampleBytes, new)
                    #expect(try await store.commitFile(waiting.id).state == .uploadComplete)
                    let again = await #expect(throws: StorageError.self) {
                        try await HostRestore(from: folder.path("backup")).run(into: store)
                    }
                    #expect("\(String(describing: again))".contains("there is a host already"))
                }
            }
        }
    }

    @Test("Objects go from S3 into a folder, and back, in parts", arguments: [1, 6_000_000, 12_000_000])
    func objects(size: Int) async throws {
        let key = try #require(ObjectKey("files/large"))
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
        let digest = Hexadecimal.text(SHA256.hash(data: bytes))
        try await ObjectStoreKind.s3.with { first in
            try await first.write(bytes, to: key)
            try await ObjectStoreKind.folder.with { folder in
                let limits = HostLimits(partSize: 5 << 20)
                let expected = BackupObject(key: key.name, size: Int64(size), sha256: digest)
                let down = ObjectCopy(source: first, target: folder, limits: limits)
                #expect(try await down.run(key, size: Int64(size), sha256: digest) == expected)
                try await first.remove(key)
                let up = ObjectCopy(source: folder, target: first, limits: limits)
                #expect(try await up.run(key, size: nil, sha256: nil) == expected)
                #expect(Array(try await first.read(key, at: 0, count: size).readableBytesView) == bytes)
                try await folder.remove(key)
                await #expect(throws: StorageError.self) {
                    try await down.run(key, size: nil, sha256: String(repeating: "0", count: 64))
                }
                #expect(try await folder.size(of: key) == nil)
            }
        }
    }

    @Test("A backup is brought up to date, and keeps the objects that it has") func again() async throws {
        try await HostWorld.with(.sqlite) { world in
            let (committed, _) = try await world.fill()
            try await TemporaryFolder.with { folder in
                let backup = HostBackup(store: world.store)
                let first = try await backup.run(into: folder.path("backup"))
                // What nothing refers to any more.
                let old = try #require(ObjectKey("files/old"))
                let copies = try FolderObjectStore(path: folder.path("backup"))
                try await copies.write([1, 2, 3], to: old)
                // It would be missed if it were read again.
                try await world.store.objects.remove(committed.upload.key)
                _ = try await world.app("com.example.other")
                let second = try await backup.run(into: folder.path("backup")) { Issue.record("\($0)") }
                #expect(second.rowCount == first.rowCount + 2 && second.objectCount == first.objectCount)
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("backup"))
                #expect(names.filter(BackupFolder.isRecords).count == 1)
                #expect(try await copies.size(of: old) == nil)
                #expect(try await copies.size(of: committed.upload.key) != nil)
            }
        }
    }

    @Test(
        "A folder with something else in it takes no backup, and keeps what it has",
        arguments: ["one", "objects/one", "uploads/one", "backup.json", "records-a.jsonl", "identity/ca.pem"])
    func otherFolders(_ name: String) async throws {
        try await HostWorld.with(.sqlite) { world in
            _ = try await world.app()
            try await TemporaryFolder.with { folder in
                try folder.write("x", to: "photos/" + name)
                let error = await #expect(throws: StorageError.self) {
                    try await HostBackup(store: world.store).run(into: folder.path("photos"))
                }
                #expect("\(String(describing: error))".contains("has something else in it"))
                #expect(FileManager.default.contents(atPath: folder.path("photos/" + name)) == Data("x".utf8))
                let first = String(try #require(name.split(separator: "/").first))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("photos")) == [first])
            }
        }
    }

    @Test("The backup of another host is left alone, and so is that of one that was here before") func otherHosts()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let path = folder.path("backup")
            try await HostWorld.with(.sqlite) { world in
                let (committed, _) = try await world.fill()
                let made = try await HostBackup(store: world.store).run(into: path)
                try await HostWorld.with(.sqlite) { other in
                    _ = try await other.app()
                    let error = await #expect(throws: StorageError.self) {
                        try await HostBackup(store: other.store).run(into: path)
                    }
                    #expect("\(String(describing: error))".contains("the backup of another host"))
                }
                let kept = try FolderObjectStore(path: path)
                #expect(try await kept.size(of: committed.upload.key) != nil)
                // What is made of it is the same host, whose backup it goes on to be.
                try await HostWorld.withNew(.sqlite) { store in
                    let restored = try await HostRestore(from: path).run(into: store)
                    #expect(restored == made)
                    let next = try await HostBackup(store: store).run(into: path)
                    #expect(next.objectCount == made.objectCount)
                }
            }
        }
    }

    @Test("Two backups into a folder at once: one is told so, and the other is made") func together() async throws {
        try await HostWorld.with(.sqlite) { world in
            _ = try await world.fill()
            try await TemporaryFolder.with { folder in
                let path = folder.path("backup")
                let made = try await HostBackup(store: world.store).run(into: path)
                do {
                    let held = try BackupFolder(creating: path, of: try await world.store.issuer())
                    let error = await #expect(throws: StorageError.self) {
                        try await HostBackup(store: world.store).run(into: path)
                    }
                    #expect("\(String(describing: error))".contains("another backup into"))
                    #expect(try held.summary() == made)
                }
                try await HostWorld.withNew(.sqlite) { store in
                    let restored = try await HostRestore(from: path).run(into: store)
                    #expect(restored == made)
                }
                _ = try await HostBackup(store: world.store).run(into: path)
            }
        }
    }

    @Test("What a backup has left that broke off is gone on with, and nothing of it stays for good") func brokenOff()
        async throws
    {
        try await HostWorld.with(.sqlite) { world in
            let (committed, _) = try await world.fill()
            try await TemporaryFolder.with { folder in
                let path = folder.path("backup")
                let made = try await HostBackup(store: world.store).run(into: path)
                // As it was before its end; the host has lost an object since.
                try FileManager.default.removeItem(atPath: path + "/backup.json")
                try folder.write("half", to: "backup/uploads/one/data")
                try folder.write("half", to: "backup/.host.99999999.1.tmp")
                try await world.store.objects.remove(committed.upload.key)
                let again = try await HostBackup(store: world.store).run(into: path) { Issue.record("\($0)") }
                #expect(again.objectCount == made.objectCount)
                let kept = try FolderObjectStore(path: path)
                #expect(try await kept.size(of: committed.upload.key) != nil)
                #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/uploads").isEmpty)
                #expect(!FileManager.default.fileExists(atPath: path + "/.host.99999999.1.tmp"))
            }
        }
    }

    @Test("A database that is no host's is not backed up") func noHost() async throws {
        try await HostWorld.with(.sqlite) { world in
            try await TemporaryFolder.with { folder in
                let error = await #expect(throws: StorageError.self) {
                    try await HostBackup(store: world.store).run(into: folder.path("backup"))
                }
                #expect("\(String(describing: error))".contains("there is nothing to back up"))
                #expect(!FileManager.default.fileExists(atPath: folder.path("backup")))
            }
        }
    }
}
