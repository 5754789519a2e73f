// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingStorage
import Synchronization

/// A database whose reads are counted.
final class CountingDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private let count = Mutex(0)

    private let tellsChanges: Bool

    /// - `tellsChanges`: whether it tells at once that nothing has changed.
    init(_ database: any SQLDatabase, tellsChanges: Bool) {
        self.database = database
        self.tellsChanges = tellsChanges
    }

    var hearsOtherProcesses: Bool { database.hearsOtherProcesses }

    var lastChange: Int64? { tellsChanges ? database.lastChange : nil }

    /// Those since it was asked last.
    func takeCount() -> Int {
        count.withLock { count in
            defer { count = 0 }
            return count
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        count.withLock { $0 += 1 }
        return try await database.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value { try await database.write(body) }

    func signals(_ channel: SQLChannel) -> AsyncStream<Void> { database.signals(channel) }

    func close() async { await database.close() }
}
