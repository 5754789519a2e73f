// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import SystemSupport

/// The service's state: one SQLite database in WAL mode.
///
/// Every method is one transaction: when it returns, what it changed is on disk, whole; when it throws, nothing
/// changed. Calls are carried out one after the other, so a caller always reads what was written before it asked.
package struct AssetStore: Sendable {
    let database: DatabaseQueue
    private let reserve: SpaceReserve

    /// Opens the database at `path`, makes it when it is missing, and brings an older one up to date.
    ///
    /// - Throws: `newerDatabase` when a newer service wrote it; `database` for anything else.
    package init(path: String) throws(AssetStoreError) {
        reserve = SpaceReserve(path: path + "-reserve")
        do {
            var configuration = Configuration()
            configuration.journalMode = .wal
            // A person's back-up, for example, may hold it for a moment.
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { database in
                // A state change that was reported must survive a power loss.
                try database.execute(sql: "PRAGMA synchronous = FULL")
                // Requests may hold secrets, which go with them.
                try database.execute(sql: "PRAGMA secure_delete = ON")
            }
            database = try DatabaseQueue(path: path, configuration: configuration)
            let migrator = Migrations.migrator
            let unknown = try database.read { database in
                try migrator.hasBeenSuperseded(database)
                    ? migrator.appliedIdentifiers(database).subtracting(migrator.migrations).sorted() : []
            }
            if let migration = unknown.first { throw AssetStoreError.newerDatabase(path: path, migration: migration) }
            try migrator.migrate(database)
            reserve.fill()
        } catch let error as AssetStoreError {
            throw error
        } catch { throw Self.translate(error, path: path) }
    }

    /// What is the person's to mend is told apart: a full disk, and a damaged file.
    private static func translate(_ error: any Error, path: String) -> AssetStoreError {
        guard let error = error as? DatabaseError else { return .database("\(path): \(error)") }
        switch error.resultCode {
        case .SQLITE_FULL:
            return .files(
                "the database \(path) cannot be written, for its disk is full: free some space", outOfSpace: true)
        // Every reference of the schema is to an app.
        case .SQLITE_CONSTRAINT where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY: return .unknownApp
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            return .damagedDatabase(path: path, reason: error.message ?? "it cannot be read")
        default: return .database("\(path): \(error)")
        }
    }

    /// Reads in a consistent view of the database.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(AssetStoreError) -> Value {
        try await shielded { database async throws in try await database.read(body) }
    }

    /// Writes in one transaction.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(AssetStoreError) -> Value {
        try await shielded { database async throws in try await database.write(body) }
    }

    /// Writes that something is given up: on a full disk too, as long as there is a reserve for it.
    func writeRemoval<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(AssetStoreError) -> Value {
        do throws(AssetStoreError) { return try await write(body) } catch {
            guard case .files(_, outOfSpace: true) = error, reserve.release() else { throw error }
            return try await write(body)
        }
    }

    /// Gives up the room that is kept for removals, for one that has to write a file.
    ///
    /// - Returns: whether there was any.
    package func releaseReserve() -> Bool { reserve.release() }

    /// Lets go of what is kept in memory of the database, when what is being done with it is done.
    package func releaseMemory() { database.releaseMemory() }

    /// Something has been removed from the disk: there may be room for a reserve again.
    package func noteRemoved() { reserve.fill() }

    /// In a task of its own: what a cancelled task has to record must be recorded all the same, and the database's own
    /// methods refuse to work for one.
    func shielded<Value: Sendable>(
        _ body: @escaping @Sendable (DatabaseQueue) async throws -> Value
    ) async throws(AssetStoreError) -> Value {
        let database = database
        do { return try await Task { try await body(database) }.value } catch {
            throw Self.translate(error, path: database.path)
        }
    }
}
