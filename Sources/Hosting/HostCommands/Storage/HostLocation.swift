// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingIdentity
internal import HostingModel
internal import HostingStorage
internal import Logging
internal import SystemSupport

/// Where a host keeps what it is: in one folder when it needs no other program, or in a database and a store that any number of
/// servers share.
struct HostLocation: Equatable {
    enum Database: Equatable {
        case sqlite(path: String)
        /// As libpq takes it.
        case postgreSQL(address: String)
    }

    enum Objects: Equatable {
        case folder(path: String)
        case s3(S3Address, S3Credentials)
    }

    /// Absolute; nil for a server that keeps nothing itself.
    let folder: String?
    let database: Database
    let objects: Objects

    /// - `folder`, `database`, `objects`: as a person gives them; the second and the third are in the folder when nothing is said.
    /// - `environment`: who asks a store.
    init(
        folder: String?, database: String?, objects: String?, environment: [String: String]
    ) throws(HostCommandError) {
        let folder = folder.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        self.folder = folder
        if let database {
            guard ["postgres://", "postgresql://"].contains(where: database.hasPrefix) else {
                throw .setting("--database", "it is no address of a PostgreSQL: postgres://USER@HOST/NAME")
            }
            self.database = .postgreSQL(address: database)
        } else if let folder {
            self.database = .sqlite(path: folder + "/host.sqlite")
        } else {
            throw .setting("--data", "a folder is needed, or --database with --objects in its place")
        }
        if let objects {
            self.objects = .s3(
                try StoreAddress.parse(objects, environment), try StoreAddress.credentials(environment))
        } else if let folder {
            self.objects = .folder(path: folder + "/objects")
        } else {
            throw .setting("--data", "a folder is needed, or --objects beside --database")
        }
    }

    var identity: IdentityFolder? {
        folder.map { IdentityFolder(path: $0 + "/identity", purpose: "Background Assets host") }
    }

    /// Opens the storage for as long as `body` runs, and brings it to what this program knows.
    ///
    /// - Throws: `newer` when a newer ba-host has written it.
    func withStore<Result: Sendable>(_ body: (HostStore) async throws -> Result) async throws -> Result {
        // Secrets lie in it.
        if let folder { try Directory.createFolders(folder, mode: 0o700) }
        let database: any SQLDatabase =
            switch database {
            case .sqlite(let path): try SQLiteDatabase(path: path)
            case .postgreSQL(let address):
                PostgreSQLDatabase(address: address, logger: Logger(label: "ba-host"))
            }
        do {
            try await HostSchema.migrate(database)
            let result = try await withObjects { objects in
                try await body(
                    HostStore(
                        database: database, objects: objects, now: { .current },
                        makeID: { UUID().uuidString.lowercased() }))
            }
            await database.close()
            return result
        } catch {
            await database.close()
            throw error
        }
    }

    private func withObjects<Result: Sendable>(
        _ body: (any ObjectStore) async throws -> Result
    ) async throws -> Result {
        switch objects {
        case .folder(let path): return try await body(FolderObjectStore(path: path))
        case .s3(let address, let credentials):
            let store = S3ObjectStore(address, credentials: credentials) { Timestamp.current.seconds }
            let result: Result
            do { result = try await body(store) } catch {
                // What went wrong before is of more interest than how its connections end.
                do { try await store.close() } catch let other { Logger(label: "ba-host").debug("\(other)") }
                throw error
            }
            try await store.close()
            return result
        }
    }
}
