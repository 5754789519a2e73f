// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// The embedded database: one file, and no other part needed.
package final class SQLiteDatabase: SQLDatabase {
    private let pool: DatabasePool
    private let changes: SQLiteChangeCounter
    private let hub = SignalHub()

    /// Opens a database, and makes it when there is none.
    ///
    /// - `path`: its folder must be there.
    package init(path: String) throws(StorageError) {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        // Of another process, such as a back-up.
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            // What was answered is on the disk, also after a loss of power.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        try Self.keepFromOthers(path)
        do { pool = try DatabasePool(path: path, configuration: configuration) } catch { throw Self.error(error) }
        changes = try SQLiteChangeCounter(path: path)
    }

    /// Secrets lie in it, in whatever folder. What SQLite makes beside it has its mode.
    private static func keepFromOthers(_ path: String) throws(StorageError) {
        do throws(SystemError) {
            let file = try OwnedDescriptor(checking: open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600), "open", path)
            var status = stat()
            try retrying("look at", path) { fstat(file.rawValue, &status) }
            // That of another user, who lets this one in, is theirs to keep.
            guard status.st_mode & 0o077 != 0, status.st_uid == geteuid() else { return }
            for name in [path, path + "-wal", path + "-shm"] where access(name, F_OK) == 0 {
                try retrying("keep from others", name) { chmod(name, 0o600) }
            }
        } catch {
            throw error.errno == .permissionDenied || error.errno == .notPermitted
                ? .notPermitted("\(error)") : .failed("\(error)")
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        do { return try await pool.read { try body(SQLiteConnection(database: $0)) } } catch { throw Self.error(error) }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        do {
            let (value, channels) = try await pool.write { database in
                let connection = SQLiteConnection(database: database)
                return (try body(connection), connection.channels)
            }
            for channel in channels { hub.signal(channel) }
            return value
        } catch { throw Self.error(error) }
    }

    package func signals(_ channel: SQLChannel) -> AsyncStream<Void> { hub.signals(channel) }

    package var lastChange: Int64? { changes.value }

    package var hearsOtherProcesses: Bool { false }

    package func close() async {
        hub.close()
        // What is not closed is closed with the process: all that counts is written.
        changes.close()
        do { try pool.close() } catch { assertionFailure("\(error)") }
    }

    static func error(_ error: any Error) -> StorageError {
        if let error = error as? StorageError { return error }
        if error is CancellationError { return .unavailable("the request was called off") }
        guard let error = error as? DatabaseError else { return .failed("\(error)") }
        let reason = error.message ?? error.resultCode.description
        return switch error.resultCode {
        case .SQLITE_CONSTRAINT: .conflict(reason)
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_INTERRUPT: .unavailable(reason)
        case .SQLITE_FULL: .outOfSpace(reason)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            .damaged("the database is damaged, or is none: \(reason); a backup of the host can be restored")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .notPermitted(reason)
        default: .failed(reason)
        }
    }
}
