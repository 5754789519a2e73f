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

@Suite("Backups", .timeLimit(.minutes(3))) struct BackupTests {
    private let bytes: [UInt8] = (0..<3_500).map { UInt8(truncatingIfNeeded: $0 / 7) }

    /// Something in every table of a host.
    ///
    /// - Returns: a file whose object is there, and one that is being uploaded.
    private func fill(_ world: HostWorld) async throws -> (committed: UploadFile, waiting: UploadFile) {
        let store = world.store
        _ = try await store.createKey(name: "key", role: .admin)
        _ = try await store.setting("issuer", initial: "somebody's \u{2028} \"name\"")
        let app = try await world.app()
        let webhook = try await store.createWebhook(
            appID: app.id,
            HostStore.WebhookChange(
                name: "hook", url: "https://127.0.0.1/hook", secret: "secret", isEnabled: true,
                eventTypes: WebhookEventType.allCases))
        let pack = try await store.createPack(appID: app.id, identifier: "Tutorial")
        try await world.approve(try await world.processedVersion(of: pack))
        func reserve() async throws -> UploadFile {
            try await store.reserveFile(
                versionID: try await store.createVersion(packID: pack.id).version.id, type: .asset, name: "T.aar",
                size: Int64(bytes.count))
        }
        let committed = try await reserve()
        try await world.put(bytes, committed)
        let digest = Hexadecimal.text(SHA256.hash(data: bytes))
        _ = try await store.commitFile(
            committed.id, checksums: AnnouncedChecksums(file: (algorithm: .sha256, hash: digest)))
        let waiting = try await reserve()
        try await world.put(bytes, waiting, parts: [2])
        let build = try await store.createBuild(appID: app.id, fileName: "Game.tar", size: Int64(bytes.count))
        try await world.put(bytes, build.upload)
        _ = try await store.commitBuild(build.id)
        let archive = BuildArchive(
            version: "1.0", build: "1", architecture: "x86_64", installedSize: 9_000, sha256: digest)
        let job = try #require(try await world.jobs.take([.build]))
        _ = try await store.finishProcessing(job, buildID: build.id, .valid(archive, problems: ProblemList()))
        _ = try await store.createAppStoreVersion(
            appID: app.id, versionString: "1.0", platform: .iOS, buildID: build.id)
        // One that is being uploaded.
        _ = try await store.createBuild(appID: app.id, fileName: "Next.tar", size: Int64(bytes.count))
        try await store.database.write { (connection) throws(StorageError) in
            try connection.execute(
                "INSERT INTO pins (background_asset_id, context, number) VALUES (\(pack.id), 'appstore', 1)")
            try connection.execute(
                """
                INSERT INTO rollouts (background_asset_id, context, number, previous, percentage)
                VALUES (\(pack.id), 'appstore', 1, 0, 50)
                """)
            try connection.execute(
                "INSERT INTO rollout_starts (background_asset_id, context, percentage) VALUES (\(pack.id), 'appstore', 5)"
            )
            try connection.execute(
                """
                INSERT INTO repeatable_requests (caller_id, name, digest, begun_at, status, body)
                VALUES ('a', 'b', 'c', 1, 201, '{"d":null}')
                """)
            try connection.execute(
                """
                INSERT INTO beta_reviews (id, version_id, app_id, state, submitted_at, submitter_id)
                VALUES ('beta', \(committed.versionID), \(app.id), 'WAITING_FOR_REVIEW', 2, 'dev')
                """)
            try connection.execute(
                """
                INSERT INTO webhook_events (id, kind, created_at) VALUES ('event', 'ping', 3)
                """)
            try connection.execute(
                """
                INSERT INTO webhook_deliveries (id, webhook_id, event_id, state, redelivery, url, created_at)
                VALUES ('delivery', \(webhook.id), 'event', 'PENDING', 0, 'https://127.0.0.1/hook', 4)
                """)
            try connection.execute(
                """
                INSERT INTO members (id, mail, name, role, app_ids, gets_mail, created_at)
                VALUES ('member', 'ada@example.com', 'Ada', 'ADMIN', NULL, 1, 5)
                """)
            try connection.execute(
                """
                INSERT INTO device_tokens (id, app_id, sha256, name, created_at) VALUES ('token', \(app.id), 'ab', 'kiosks', 5)
                """)
            try connection.execute(
                """
                INSERT INTO mails (id, recipient, subject, body, state, created_at)
                VALUES ('mail', 'ada@example.com', 'Hello', 'A line\nand another', 'pending', 6)
                """)
        }
        let member = try await store.createMember(try #require(MailAddress("grace@example.com")))
        _ = try await store.beginSession(of: member)
        _ = try await store.invite(member.mail)
        return (committed, waiting)
    }

    /// All rows of a host.
    private func rows(_ database: any SQLDatabase) async throws -> [BackupRecord] {
        try await database.read { (connection) throws(StorageError) in
            var records: [BackupRecord] = []
            for table in BackupTable.all {
                records += try table.rows(after: nil, limit: 10_000, in: connection).map { BackupRecord($0, of: table) }
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

    /// A host that is not used yet.
    private func withNew(
        _ kind: DatabaseKind, _ objects: ObjectStoreKind = .folder, _ body: (HostStore) async throws -> Void
    ) async throws {
        try await kind.withDatabase { database in
            try await objects.with { objects in
                try await body(
                    HostStore(
                        database: database, objects: objects, limits: HostLimits(partSize: 5 << 20),
                        now: { Timestamp(milliseconds: 0) }, makeID: { UUID().uuidString.lowercased() }))
            }
        }
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
            let (committed, waiting) = try await fill(world)
            let before = try await rows(world.store.database)
            let tables = before.map { record in if case .row(let table, _) = record { table } else { "" } }
            #expect(Set(tables) == Set(BackupTable.all.map(\.name)))
            try await TemporaryFolder.with { folder in
                let made = try await HostBackup(store: world.store).run(into: folder.path("backup"))
                #expect(made.rowCount == before.count && made.objectCount == 2 && made.objectSize == 7_000)
                try await withNew(target) { store in
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
                        try await HostWorld(store: store, clock: world.clock).put(bytes, build.upload)
                        #expect(try await store.commitBuild(build.id).state == .processing)
                    }
                    let copied = try await store.objects.read(committed.upload.key, at: 0, count: bytes.count)
                    #expect(Array(copied.readableBytesView) == bytes)
                    #expect(try await HostVerification(store: store).run().faults == [])
                    // What was being uploaded comes from its first part on.
                    #expect(try await store.objects.parts(of: new.upload) == [])
                    try await HostWorld(store: store, clock: world.clock).put(bytes, new)
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
            let (committed, _) = try await fill(world)
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
        "What is damaged in a backup is copied anew when it is read again",
        arguments: ["changed", "shorter", "missing"])
    func mended(_ fault: String) async throws {
        try await HostWorld.with(.sqlite) { world in
            let (committed, _) = try await fill(world)
            try await TemporaryFolder.with { folder in
                let (path, backup) = (folder.path("backup"), HostBackup(store: world.store))
                _ = try await backup.run(into: path)
                let copies = try FolderObjectStore(path: path)
                switch fault {
                case "changed": try await copies.write(bytes.reversed(), to: committed.upload.key)
                case "shorter": try await copies.write(bytes.dropLast(), to: committed.upload.key)
                default: try await copies.remove(committed.upload.key)
                }
                let made = try await backup.run(into: path, isReadAgain: true) { Issue.record("\($0)") }
                #expect(made.objectCount == 2)
                try await withNew(.sqlite) { store in
                    let summary = try await HostRestore(from: path).run(into: store) { Issue.record("\($0)") }
                    #expect(summary.objectCount == 2)
                }
            }
        }
    }

    @Test("A backup with damaged objects makes a host that lacks them, when that is wanted, and says which")
    func lacking() async throws {
        try await HostWorld.with(.sqlite) { world in
            let (committed, _) = try await fill(world)
            try await TemporaryFolder.with { folder in
                let path = folder.path("backup")
                _ = try await HostBackup(store: world.store).run(into: path)
                try await FolderObjectStore(path: path).write(bytes.reversed(), to: committed.upload.key)
                try await withNew(.sqlite) { store in
                    let faults = Faults()
                    let restore = try HostRestore(from: path)
                    await #expect(throws: StorageError.self) { try await restore.run(into: store) { faults.add($0) } }
                    #expect(faults.all.count == 1 && faults.all[0].contains("is damaged"), "\(faults.all)")
                    _ = try await restore.run(into: store, mayLack: true) { faults.add($0) }
                    #expect(faults.all.count == 2)
                    let report = try await HostVerification(store: store).run()
                    #expect(
                        report.faults.count == 1 && report.faults.first.map { "\($0)" }?.contains("Tutorial") == true)
                    // What such a host is copied to tells that, too.
                    let second = folder.path("second")
                    _ = try await HostBackup(store: store).run(into: second) { faults.add($0) }
                    #expect(faults.all.count == 3)
                    try await withNew(.sqlite) { other in
                        _ = try await HostRestore(from: second).run(into: other) { faults.add($0) }
                        #expect(faults.all.count == 4 && faults.all[3].contains("the backup lacks"), "\(faults.all)")
                    }
                }
            }
        }
    }

    @Test("What is damaged is named by a backup, which goes on without it") func damagedObjects() async throws {
        try await HostWorld.with(.sqlite) { world in
            let (committed, _) = try await fill(world)
            try await world.store.objects.write(bytes.reversed(), to: committed.upload.key)
            try await TemporaryFolder.with { folder in
                let faults = Faults()
                let made = try await HostBackup(store: world.store).run(into: folder.path("backup")) { faults.add($0) }
                #expect(made.objectCount == 1)
                #expect(
                    faults.all.count == 1 && faults.all[0].hasPrefix("the archive of Tutorial 2 of com.example.game"))
            }
        }
    }

    @Test(
        "A backup that is damaged, of a newer ba-host, or none, makes no host",
        arguments: ["records", "object", "summary", "newer", "format", "none"])
    func damagedBackups(_ fault: String) async throws {
        try await HostWorld.with(.sqlite) { world in
            let (committed, _) = try await fill(world)
            try await TemporaryFolder.with { folder in
                let path = folder.path("backup")
                let made = try await HostBackup(store: world.store).run(into: path)
                func change(_ name: String, _ old: String, _ new: String) throws {
                    let url = URL(fileURLWithPath: path + "/" + name)
                    let text = try String(contentsOf: url, encoding: .utf8)
                    try #require(text.contains(old))
                    try text.replacing(old, with: new).write(to: url, atomically: true, encoding: .utf8)
                }
                switch fault {
                case "records": try change(made.records, "com.example.game", "com.example.gone")
                case "object": try folder.write("x", to: "backup/objects/" + committed.upload.key.name)
                case "summary": try change("backup.json", made.records, "../" + made.records)
                case "newer": try change("backup.json", "\"repeatable-requests\"", "\"of the future\"")
                case "format": try change("backup.json", "\"format\" : 1", "\"format\" : 2")
                default: try FileManager.default.removeItem(atPath: path + "/backup.json")
                }
                try await withNew(.sqlite) { store in
                    let error = await #expect(throws: StorageError.self) {
                        try await HostRestore(from: path).run(into: store)
                    }
                    switch (fault, try #require(error)) {
                    case ("newer", .newer(migration: "of the future")), ("format", .conflict), ("none", .conflict),
                        ("records", .damaged), ("object", .damaged), ("summary", .damaged):
                        break
                    case (_, let error): Issue.record("\(error)")
                    }
                    let hasTables = try await store.database.read { (connection) throws(StorageError) in
                        try BackupTable("apps").exists(in: connection)
                    }
                    #expect(!hasTables)
                }
            }
        }
    }

    @Test(
        "What a restore that broke off has left is no host, and the next one makes it one",
        arguments: DatabaseKind.allCases)
    func brokenRestore(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(.sqlite) { world in
            let (committed, _) = try await fill(world)
            try await TemporaryFolder.with { folder in
                let path = folder.path("backup")
                let made = try await HostBackup(store: world.store).run(into: path)
                let object = "backup/objects/" + committed.upload.key.name
                let contents = try String(contentsOfFile: folder.path(object), encoding: .isoLatin1)
                try folder.write("x", to: object)
                try await withNew(kind) { store in
                    await #expect(throws: StorageError.self) {
                        _ = try await HostRestore(from: path).run(into: store)
                    }
                    for _ in 0..<2 {
                        await #expect(throws: StorageError.restoring(backup: path)) {
                            try await HostSchema.migrate(store.database)
                        }
                        await #expect(throws: StorageError.restoring(backup: path)) {
                            try await HostSchema.check(store.database)
                        }
                    }
                    try #require(contents.data(using: .isoLatin1)).write(to: URL(fileURLWithPath: folder.path(object)))
                    #expect(try await HostRestore(from: path).run(into: store) == made)
                    #expect(try await HostSchema.migrate(store.database) == [])
                    #expect(try await HostVerification(store: store).run().faults == [])
                }
            }
        }
    }

    @Test("A folder with something else in it takes no backup") func otherFolders() async throws {
        try await HostWorld.with(.sqlite) { world in
            try await TemporaryFolder.with { folder in
                try folder.write("x", to: "photos/one")
                let error = await #expect(throws: StorageError.self) {
                    try await HostBackup(store: world.store).run(into: folder.path("photos"))
                }
                #expect("\(String(describing: error))".contains("has something else in it"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("photos")) == ["one"])
            }
        }
    }

    private final class Faults: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }
}
