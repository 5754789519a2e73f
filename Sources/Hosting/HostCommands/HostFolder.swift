// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingIdentity
internal import HostingModel
internal import HostingStorage
internal import SystemSupport

/// What a host keeps when it needs no other program: a database, the objects, its certificates.
struct HostFolder: Equatable {
    /// Absolute path.
    let path: String

    var identity: IdentityFolder { IdentityFolder(path: path + "/identity", purpose: "Background Assets host") }

    /// Opens the storage, and brings it to what this program knows.
    ///
    /// - Throws: `newer` when a newer ba-host has written it.
    func open() async throws -> HostStore {
        // Secrets lie in it.
        try Directory.createFolders(path, mode: 0o700)
        let database = try SQLiteDatabase(path: path + "/host.sqlite")
        do throws(StorageError) {
            try await HostSchema.migrate(database)
            return HostStore(
                database: database, objects: try FolderObjectStore(path: path + "/objects"), now: Self.now,
                makeID: { UUID().uuidString.lowercased() })
        } catch {
            await database.close()
            throw error
        }
    }

    static let now: @Sendable () -> Timestamp = { Timestamp(seconds: Date().timeIntervalSince1970) }

    /// Opens the storage for as long as `body` runs.
    func withStore<Result: Sendable>(_ body: (HostStore) async throws -> Result) async throws -> Result {
        let store = try await open()
        do {
            let result = try await body(store)
            await store.database.close()
            return result
        } catch {
            await store.database.close()
            throw error
        }
    }
}
