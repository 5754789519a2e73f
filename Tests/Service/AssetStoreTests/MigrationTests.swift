// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Foundation
import Testing

/// A database that an older version of the service has left.
@Suite struct MigrationTests {
    @Test("The calls of a download become a list when they were lines") func callsOfADownload() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            do {
                let store = try AssetStore(path: path)
                try await store.save(StoredApp(bundleID: "a", name: "A", origin: "local", addedAt: 1))
                for id in ["none", "two"] {
                    try await store.save(
                        StoredDownload(
                            id: id, bundleID: "a", packID: id, version: 1, entry: Data("{}".utf8),
                            manifestURL: "https://h", kind: "foreground", createdAt: 1))
                }
            }
            try DatabaseChange.run(
                path, "DELETE FROM grdb_migrations WHERE identifier LIKE '012-%'", "UPDATE download SET callIDs = ''",
                "UPDATE download SET callIDs = 'first' || char(10) || 'a \"quoted\" one' WHERE id = 'two'")
            let downloads = try await AssetStore(path: path).downloads()
            #expect(downloads.map(\.callIDs) == [[], ["first", "a \"quoted\" one"]])
        }
    }

    @Test("The app group of an app becomes one of several") func appGroups() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            do {
                let store = try AssetStore(path: path)
                for id in ["a", "b"] {
                    try await store.save(StoredApp(bundleID: id, name: "A", origin: "local", addedAt: 1))
                }
            }
            try DatabaseChange.run(
                path, "DELETE FROM grdb_migrations WHERE identifier LIKE '013-%'", "DROP TABLE appGroup",
                "ALTER TABLE app ADD COLUMN appGroupID TEXT",
                "UPDATE app SET appGroupID = 'group.a' WHERE bundleID = 'a'",
                "ALTER TABLE removal DROP COLUMN groupIDs", "ALTER TABLE removal ADD COLUMN groupID TEXT",
                "INSERT INTO removal (bundleID, groupRule, groupID) VALUES ('x', 'remove', 'group.x')",
                "INSERT INTO removal (bundleID, groupRule, groupID) VALUES ('y', 'keep', NULL)")
            let store = try AssetStore(path: path)
            #expect(try await store.apps().map(\.bundleID) == ["a", "b"])
            #expect(try await store.owner(ofGroup: "group.a") == "a")
            #expect(try await store.removals().map(\.groupIDs) == [["group.x"], []])
        }
    }

    @Test("Answers that were kept stay when they are numbered, the oldest first") func answers() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            _ = try AssetStore(path: path)
            try DatabaseChange.run(
                path, "DELETE FROM grdb_migrations WHERE identifier LIKE '023-%'", "DROP TABLE answeredCall",
                """
                CREATE TABLE answeredCall (
                    callKey TEXT PRIMARY KEY NOT NULL, reply BLOB NOT NULL, answeredAt REAL NOT NULL
                ) STRICT, WITHOUT ROWID
                """,
                "CREATE INDEX answeredCallByTime ON answeredCall(answeredAt)",
                "INSERT INTO answeredCall VALUES ('a', x'61', 20), ('b', x'62', 10)")
            let store = try AssetStore(path: path)
            #expect(try await store.answer(to: "a") == Data("a".utf8))
            #expect(try await store.answer(to: "b") == Data("b".utf8))
            for number in 1..<StoredAnswer.largestCount {
                try await store.save(StoredAnswer(callKey: "\(number)", reply: Data(), answeredAt: 30))
            }
            #expect(try await store.answer(to: "b") == nil)
            #expect(try await store.answer(to: "a") == Data("a".utf8))
        }
    }

    @Test("A17: apps from before teams were known have none, and what was being installed goes on") func teams()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            do {
                let store = try AssetStore(path: path)
                try await store.save(StoredApp(bundleID: "a", name: "A", origin: "local", addedAt: 1))
                try await store.save(
                    StoredInstallation(
                        bundleID: "b", callID: "c", source: "/s", origin: "local", allowDowngrade: false,
                        adopted: false, event: "firstInstallation", phase: "installing", versionID: nil, fraction: 0,
                        detail: nil, startedAt: 1))
            }
            try DatabaseChange.run(
                path, "DELETE FROM grdb_migrations WHERE identifier LIKE '020-%'", "ALTER TABLE app DROP COLUMN team",
                "ALTER TABLE appVersion DROP COLUMN team", "ALTER TABLE installation DROP COLUMN consent")
            let store = try AssetStore(path: path)
            #expect(try await store.app("a")?.team == nil)
            #expect(try await store.installation(of: "b")?.consent == "given")
        }
    }

    @Test("What was paused before its time was kept stays paused, since it was there") func waitTimes() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path("service.sqlite")
            do {
                let store = try AssetStore(path: path)
                try await store.save(StoredApp(bundleID: "a", name: "A", origin: "local", addedAt: 1))
                for (id, createdAt) in [("paused", 2.0), ("other", 3)] {
                    try await store.save(
                        StoredDownload(
                            id: id, bundleID: "a", packID: id, version: 1, entry: Data("{}".utf8),
                            manifestURL: "https://h", kind: "background", createdAt: createdAt))
                    try await store.add([
                        StoredFileDownload(
                            id: id, bundleID: "a", identifier: id, body: Data("{}".utf8), kind: "background",
                            createdAt: createdAt)
                    ])
                }
            }
            let tables = ["download", "fileDownload", "installation"]
            let olderTables = tables.flatMap {
                [
                    "ALTER TABLE \($0) DROP COLUMN pausedAt",
                    "ALTER TABLE \($0) ADD COLUMN paused INTEGER NOT NULL DEFAULT 0",
                ]
            }
            let pauses = tables.prefix(2).map { "UPDATE \($0) SET paused = 1 WHERE id = 'paused'" }
            for change in ["DELETE FROM grdb_migrations WHERE identifier LIKE '025-%'"] + olderTables + pauses
                + ["ALTER TABLE download DROP COLUMN failingSince"]
            {
                try DatabaseChange.run(path, change)
            }
            let store = try AssetStore(path: path)
            #expect(try await store.downloads().map(\.pausedAt) == [2, nil])
            #expect(try await store.fileDownloads().map(\.pausedAt) == [2, nil])
        }
    }
}
