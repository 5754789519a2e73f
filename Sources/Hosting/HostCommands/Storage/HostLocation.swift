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
    /// PEM files of those that may certify a store's server, beside those that the system trusts.
    private let authorityPaths: [String]

    /// Database and objects are in the folder where nothing is said.
    ///
    /// - Throws: `setting` for what is missing, or means nothing.
    init(_ configuration: HostConfiguration) throws(HostCommandError) {
        let folder = configuration.text(.data).map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        self.folder = folder
        authorityPaths = configuration.texts(.trust)
        if let database = configuration.text(.database) {
            guard ["postgres://", "postgresql://"].contains(where: database.hasPrefix) else {
                throw configuration.invalid(.database, "it is no address of a PostgreSQL: postgres://USER@HOST/NAME")
            }
            if let fault = PostgreSQLDatabase.fault(ofAddress: database) {
                throw configuration.invalid(.database, "it is no address of a PostgreSQL: \(fault)")
            }
            self.database = .postgreSQL(address: database)
        } else if let folder {
            database = .sqlite(path: folder + "/host.sqlite")
        } else {
            throw configuration.invalid(.data, "a folder is needed, or --database with --objects in its place")
        }
        if let objects = configuration.text(.objects) {
            let place = StoreAddress(configuration)
            self.objects = .s3(try place.parse(objects), try place.credentials())
        } else if let folder {
            objects = .folder(path: folder + "/objects")
        } else {
            throw configuration.invalid(.data, "a folder is needed, or --objects beside --database")
        }
    }

    var identity: IdentityFolder? {
        folder.map { IdentityFolder(path: $0 + "/identity", purpose: "Background Assets host") }
    }

    /// Opens the storage for as long as `body` runs.
    ///
    /// - `beginsHost`: one where there is none. Else that is another place than was meant.
    /// - `isMigrated`: brought to what this program knows.
    /// - `checksObjects`: they are taken for no host's but this one's.
    /// - Throws: `newer` when a newer ba-host has written it, `noHost` where there is none.
    func withStore<Result: Sendable>(
        beginsHost: Bool, isMigrated: Bool = true, checksObjects: Bool = true,
        _ body: (HostStore) async throws -> Result
    ) async throws -> Result {
        if let folder {
            if !beginsHost { try requireHost() }
            try checkFolder(folder)
            if beginsHost { try Self.makeFolder(folder) }
        }
        let database = try openDatabase()
        do {
            if isMigrated { try await migrate(database, beginsHost: beginsHost) }
            let result = try await withObjects { objects in
                let store = Self.store(database, objects)
                return try await body(checksObjects ? Self.store(database, OwnObjectStore(store)) : store)
            }
            await database.close()
            return result
        } catch {
            await database.close()
            throw error
        }
    }

    private func migrate(_ database: any SQLDatabase, beginsHost: Bool) async throws {
        do throws(StorageError) { try await HostSchema.migrate(database, beginsHost: beginsHost) } catch {
            // A server that was ended before it had begun one leaves its file.
            if case .noHost = error, isAlone, let folder { throw HostCommandError.noHost(path: folder) }
            throw error
        }
    }

    private static func makeFolder(_ path: String) throws(HostCommandError) {
        do throws(SystemError) {
            // Secrets lie in it.
            try Directory.createFolders(path, mode: 0o700)
        } catch { throw .folder(path: path, reason: "\(error)") }
    }

    private static func store(_ database: any SQLDatabase, _ objects: any ObjectStore) -> HostStore {
        HostStore(
            database: database, objects: objects, now: { .current }, makeID: { UUID().uuidString.lowercased() })
    }

    /// Asks database and objects for an answer, and whether they belong together, and changes nothing: what is missing of a new host, what
    /// begins it makes.
    func check() async throws {
        if let folder { try checkFolder(folder) }
        if isNew {
            if case .folder(let path) = objects, !FileManager.default.fileExists(atPath: path + "/objects") { return }
            return try await withObjects(creating: false) { objects in
                try await objects.check()
                try await HostStore.requireUnused(objects)
            }
        }
        let database = try openDatabase()
        do {
            try await HostSchema.check(database)
            try await checkObjects(of: database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    private func checkObjects(of database: any SQLDatabase) async throws {
        // An empty folder is one that nothing is mounted at, or that no host has begun to use.
        if case .folder(let path) = objects, !FileManager.default.fileExists(atPath: path + "/objects") {
            guard try await HostStore.knowsObjects(database) else { return }
            throw StorageError.lostObjects(
                "there is no folder \(path), or nothing in it, and this host has objects")
        }
        try await withObjects(creating: false) { objects in
            try await objects.check()
            try await Self.store(database, objects).checkObjects()
        }
    }

    /// - Throws: `noHost` where a folder holds none yet.
    func requireHost() throws(HostCommandError) {
        if isNew, let folder { throw .noHost(path: folder) }
    }

    /// - Throws: `folder` for one that is none, or cannot be written or made.
    private func checkFolder(_ path: String) throws(HostCommandError) {
        do throws(SystemError) { try Directory.checkFolders(path) } catch {
            throw .folder(path: path, reason: "\(error)")
        }
    }

    /// Whether the database is in the folder.
    private var isAlone: Bool { if case .sqlite = database { true } else { false } }

    private var isNew: Bool {
        if case .sqlite(let path) = database { !FileManager.default.fileExists(atPath: path) } else { false }
    }

    private func openDatabase() throws(StorageError) -> any SQLDatabase {
        switch database {
        case .sqlite(let path): try SQLiteDatabase(path: path)
        case .postgreSQL(let address): PostgreSQLDatabase(address: address, logger: Logger(label: "ba-host"))
        }
    }

    /// - `creating`: whether a folder is made where there is none.
    private func withObjects<Result: Sendable>(
        creating: Bool = true, _ body: (any ObjectStore) async throws -> Result
    ) async throws -> Result {
        switch objects {
        case .folder(let path):
            return try await body(FolderObjectStore(path: path, creating: creating))
        case .s3(let address, let credentials):
            let store = S3ObjectStore(
                address, credentials: credentials, trusting: try TrustedAuthorities.read(authorityPaths)
            ) { Timestamp.current.seconds }
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
