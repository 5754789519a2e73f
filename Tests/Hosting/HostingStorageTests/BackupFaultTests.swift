// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingModel
import Testing

@testable import HostingStorage

@Suite("Backups with faults", .timeLimit(.minutes(3))) struct BackupFaultTests {
    @Test(
        "What is damaged in a backup is copied anew when it is read again",
        arguments: ["changed", "shorter", "missing"])
    func mended(_ fault: String) async throws {
        try await HostWorld.with(.sqlite) { world in
            let (committed, _) = try await world.fill()
            try await TemporaryFolder.with { folder in
                let (path, backup) = (folder.path("backup"), HostBackup(store: world.store))
                _ = try await backup.run(into: path)
                let copies = try FolderObjectStore(path: path)
                switch fault {
                case "changed": try await copies.write(HostWorld.sampleBytes.reversed(), to: committed.upload.key)
                case "shorter": try await copies.write(HostWorld.sampleBytes.dropLast(), to: committed.upload.key)
                default: try await copies.remove(committed.upload.key)
                }
                let made = try await backup.run(into: path, isReadAgain: true) { Issue.record("\($0)") }
                #expect(made.objectCount == 2)
                try await HostWorld.withNew(.sqlite) { store in
                    let summary = try await HostRestore(from: path).run(into: store) { Issue.record("\($0)") }
                    #expect(summary.objectCount == 2)
                }
            }
        }
    }

    @Test("A backup with damaged objects makes a host that lacks them, when that is wanted, and says which")
    func lacking() async throws {
        try await HostWorld.with(.sqlite) { world in
            let (committed, _) = try await world.fill()
            try await TemporaryFolder.with { folder in
                let path = folder.path("backup")
                _ = try await HostBackup(store: world.store).run(into: path)
                try await FolderObjectStore(path: path).write(
                    HostWorld.sampleBytes.reversed(), to: committed.upload.key)
                try await HostWorld.withNew(.sqlite) { store in
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
                    try await HostWorld.withNew(.sqlite) { other in
                        _ = try await HostRestore(from: second).run(into: other) { faults.add($0) }
                        #expect(faults.all.count == 4 && faults.all[3].contains("the backup lacks"), "\(faults.all)")
                    }
                }
            }
        }
    }

    @Test("What is damaged is named by a backup, which goes on without it") func damagedObjects() async throws {
        try await HostWorld.with(.sqlite) { world in
            let (committed, _) = try await world.fill()
            try await world.store.objects.write(HostWorld.sampleBytes.reversed(), to: committed.upload.key)
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
            let (committed, _) = try await world.fill()
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
                try await HostWorld.withNew(.sqlite) { store in
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
            let (committed, _) = try await world.fill()
            try await TemporaryFolder.with { folder in
                let path = folder.path("backup")
                let made = try await HostBackup(store: world.store).run(into: path)
                let object = "backup/objects/" + committed.upload.key.name
                let contents = try String(contentsOfFile: folder.path(object), encoding: .isoLatin1)
                try folder.write("x", to: object)
                try await HostWorld.withNew(kind) { store in
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
}
