// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A database: SQLite in a folder, or PostgreSQL for any number of servers.
package protocol SQLDatabase: Sendable {
    /// Reads one state of it.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value

    /// Changes it in one transaction, as if no other ran beside it. The body may be executed several times, when others get in
    /// its way; its errors undo what it has done.
    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value

    /// Elements come when a channel is signalled; also, now and then, when it may have been.
    func signals(_ channel: SQLChannel) -> AsyncStream<Void>

    /// Whether those signals come from other processes, too.
    var hearsOtherProcesses: Bool { get }

    /// A number that is another one after each change, whoever has made it; nil where that cannot be told at once. It may be asked
    /// for at any rate, and by threads that may not wait.
    var lastChange: Int64? { get }

    /// Ends all connections.
    func close() async
}
