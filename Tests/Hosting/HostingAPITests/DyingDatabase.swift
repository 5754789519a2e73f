// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingStorage
import Synchronization

/// A database as a server sees it that is killed: after some transactions that it has written, nothing more reaches it.
final class DyingDatabase: SQLDatabase {
    private let database: any SQLDatabase
    /// Transactions that it writes still; nil while it lives.
    private let left = Mutex<Int?>(nil)

    init(_ database: any SQLDatabase) { self.database = database }

    /// Has it die behind so many transactions.
    func die(afterWrites count: Int) { left.withLock { $0 = count } }
    func revive() { left.withLock { $0 = nil } }

    var lastChange: Int64? { nil }

    var hearsOtherProcesses: Bool { true }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        if left.withLock({ $0 == 0 }) { throw .unavailable("the server is dead") }
        return try await database.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let isDead = left.withLock { left in
            guard let count = left else { return false }
            left = max(count - 1, 0)
            return count == 0
        }
        if isDead { throw .unavailable("the server is dead") }
        return try await database.write(body)
    }

    func signals(_ channel: SQLChannel) -> AsyncStream<Void> { database.signals(channel) }

    func close() async { await database.close() }
}
