// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import HostingModel
import Testing

@testable import HostingStorage

@Suite("Steps of the schema", .timeLimit(.minutes(2))) struct MigrationTests {
    /// A pack with one version that is active in the internal test, by the statements of a server that knows no later steps.
    private func publish(_ name: String, _ connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO background_assets (id, app_id, identifier, created_at) VALUES (\("pack-" + name), 'app', \(name), 0)
            """)
        try connection.execute(
            """
            INSERT INTO versions (id, background_asset_id, number, state, details, platforms, created_at)
            VALUES (\("version-" + name), \("pack-" + name), 1, 'COMPLETE', '{}', '[]', 0)
            """)
        try connection.execute(
            """
            INSERT INTO releases (id, version_id, context, state, changed_at)
            VALUES (\("release-" + name), \("version-" + name), 'internal', 'READY_FOR_TESTING', 0)
            """)
        for (type, key) in [("ASSET", "archives/" + name), ("MANIFEST", "manifests/" + name)] {
            try connection.execute(
                """
                INSERT INTO upload_files (id, version_id, asset_type, file_name, file_size, part_size, state, problems,
                    object_key, upload_id, created_at)
                VALUES (\(key), \("version-" + name), \(type), 'file', 5, 5, 'UPLOAD_COMPLETE', '{}', \(key), 'upload', 0)
                """)
            try connection.execute("UPDATE upload_files SET state = 'COMPLETE', sha256 = 'abc' WHERE id = \(key)")
        }
    }

    @Test(
        "A manifest has what was there before its copies, and what a server of the version before writes beside it",
        arguments: DatabaseKind.allCases)
    func copiesForManifests(_ kind: DatabaseKind) async throws {
        try await kind.withDatabase { database in
            let step = try #require(Migration.all.firstIndex { $0.name == "copies-for-manifests" })
            try await Migrator(Array(Migration.all[..<step])).run(database)
            try await database.write { (connection) throws(StorageError) in
                try connection.execute(
                    """
                    INSERT INTO apps (id, bundle_id, name, sku, primary_locale, review_policy, quota_bytes, created_at)
                    VALUES ('app', 'com.example.game', 'Game', 'G1', 'en-US', 'automatic', 1, 0)
                    """)
                try publish("Before", connection)
            }
            try await HostSchema.migrate(database)
            try await database.write { (connection) throws(StorageError) in try publish("After", connection) }
            try await TemporaryFolder.with { folder in
                let store = HostStore(
                    database: database, objects: try FolderObjectStore(path: folder.path("objects")),
                    now: { Timestamp(milliseconds: 0) }, makeID: { "id" })
                let state = try #require(
                    try await store.publicationState(bundleID: "com.example.game", for: .context(.internalBeta)))
                let versions = state.versions()
                #expect(versions.map(\.packIdentifier) == ["After", "Before"])
                #expect(versions.map(\.archive?.key.name) == ["archives/After", "archives/Before"])
                #expect(versions.allSatisfy { $0.archive?.size == 5 && $0.archive?.sha256 == "abc" })
            }
        }
    }
}
