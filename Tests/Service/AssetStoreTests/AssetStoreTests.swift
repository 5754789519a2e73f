// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Foundation
import SystemSupport
import Testing

@Suite struct AssetStoreTests {
    private func app(_ bundleID: String) -> StoredApp {
        StoredApp(bundleID: bundleID, name: "Game", origin: "local", addedAt: 1)
    }

    @Test func whatWasWrittenIsThereAfterAReopening() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            do {
                let store = try AssetStore(path: path)
                try await store.save(app("com.example.a"))
                #expect(try await store.token(for: "com.example.a", new: "t", at: 5) == "t")
                #expect(try await store.token(for: "com.example.a", new: "u", at: 6) == "t")
            }
            let store = try AssetStore(path: path)
            #expect(try await store.apps() == [app("com.example.a")])
            #expect(try await store.bundleID(token: "t") == "com.example.a")
            #expect(try await store.bundleID(token: "other") == nil)
        }
    }

    @Test func aDamagedDatabaseIsNamed() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            try folder.write([UInt8](repeating: 0x55, count: 8192), to: "service.sqlite")
            let error = #expect(throws: AssetStoreError.self) { try AssetStore(path: path) }
            #expect(error == .damagedDatabase(path: path, reason: "file is not a database"))
            #expect(error?.description.contains("move it away") == true)
        }
    }

    @Test func aNewerDatabaseIsRefused() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            do { _ = try AssetStore(path: path) }
            try DatabaseChange.run(path, "INSERT INTO grdb_migrations VALUES ('999-from-the-future')")
            let error = #expect(throws: AssetStoreError.self) { try AssetStore(path: path) }
            #expect(error == .newerDatabase(path: path, migration: "999-from-the-future"))
            #expect(error?.description.contains("newer backgroundassetsd") == true)
        }
    }

    /// A person's back-up, for example.
    @Test func whoeverHoldsTheDatabaseForAMomentIsWaitedFor() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            let store = try AssetStore(path: path)
            let (holder, output) = (TestProcess(), Pipe())
            holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            holder.arguments = [
                "python3", "-c",
                """
                import sqlite3, sys, time
                database = sqlite3.connect(sys.argv[1], isolation_level=None)
                database.execute("BEGIN IMMEDIATE")
                # One byte arrives whole.
                print("h", end="", flush=True)
                time.sleep(0.5)
                database.execute("COMMIT")
                """, path,
            ]
            holder.standardOutput = output
            try holder.run()
            #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "h")
            try await store.save(app("com.example.a"))
            #expect(try await store.apps().count == 1)
            holder.waitUntilExit()
            #expect(holder.terminationStatus == 0)
        }
    }

    @Test func versionsThatAreLaunchedAreToldFromOthers() async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("db"))
            for id in ["a", "b"] { try await store.save(app(id)) }
            var added: [StoredAppVersion] = []
            for (id, version) in [("a", "1"), ("a", "2"), ("b", "1")] {
                added.append(
                    try await store.add(
                        StoredAppVersion(
                            bundleID: id, path: "/\(id)/\(version)", adopted: false, version: version, build: version,
                            launchable: true, executable: FileIdentity(device: 1, inode: 2)),
                        byInstallationOf: id))
            }
            let current = try #require(added[1].id)
            _ = try await store.update("a") { $0.currentVersionID = current }
            #expect(try await store.currentVersions() == [current: added[1]])
            #expect(try await store.otherVersions() == [added[0], added[2]])
        }
    }

    @Test func aFinishedDownloadAndItsPackAreOneStep() async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            try await store.save(app("a"))
            try await store.save(
                StoredDownload(
                    id: "d", bundleID: "a", packID: "p", version: 2, entry: Data("{}".utf8), manifestURL: "https://h",
                    kind: "foreground", createdAt: 1))
            #expect(try await store.downloads().map(\.id) == ["d"])
            try await store.finishDownload(
                StoredPack(bundleID: "a", packID: "p", version: 2, bytes: 9, entry: Data("{}".utf8), installedAt: 3))
            #expect(try await store.downloads().isEmpty)
            #expect(try await store.pack("p", of: "a")?.version == 2)
        }
    }

    @Test func removingAnAppRemovesAllThatBelongsToIt() async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            try await store.save(app("a"))
            _ = try await store.token(for: "a", new: "t", at: 5)
            try await store.finishDownload(
                StoredPack(bundleID: "a", packID: "p", version: 2, bytes: 9, entry: Data("{}".utf8), installedAt: 3))
            try await store.removeApp("a", groupRule: .keep)
            #expect(try await store.packs().isEmpty)
            #expect(try await store.bundleID(token: "t") == nil)
        }
    }

    @Test func aPackThatVanishesFromTheManifestIsRememberedSinceWhen() async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            try await store.save(app("a"))
            func manifest(at time: Double) -> StoredManifest {
                StoredManifest(bundleID: "a", url: "https://h", etag: nil, body: Data(), fetchedAt: time)
            }
            let local: Set = ["p", "q"]
            #expect(try await store.save(manifest(at: 10), listedIDs: ["q"], localIDs: local) == ["p": 10])
            #expect(try await store.save(manifest(at: 20), listedIDs: ["q"], localIDs: local) == ["p": 10])
            #expect(try await store.save(manifest(at: 30), listedIDs: ["p", "q"], localIDs: local) == [:])
            #expect(try await store.save(manifest(at: 40), listedIDs: ["q"], localIDs: local) == ["p": 40])
        }
    }

    @Test func eventIDsAreNeverHandedOutTwice() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            var seen: [Int64] = []
            for _ in 0..<3 {
                let store = try AssetStore(path: path)
                seen.append(try await store.reserveEventIDs(10))
            }
            #expect(seen == [1, 11, 21])
            // Nor those that were used though they could not be reserved.
            let store = try AssetStore(path: path)
            #expect(try await store.nextEventID() == 31)
            #expect(try await store.reserveEventIDs(10, from: 40) == 40)
            #expect(try await store.nextEventID() == 50)
            #expect(try await store.reserveEventIDs(10, from: 20) == 50)
        }
    }
}
