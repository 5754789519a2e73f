// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Logging
internal import Synchronization

/// PostgreSQL, for any number of servers and workers.
package final class PostgreSQLDatabase: SQLDatabase {
    private static let sessionCount = 8
    /// How often a transaction is repeated that others get in the way of.
    private static let largestAttemptCount = 20

    private let sessions: SessionPool
    private let hub = SignalHub()
    private let listener: PostgreSQLListener

    /// - `address`: as libpq takes it.
    package init(address: String, logger: Logger) {
        sessions = SessionPool(
            (1...Self.sessionCount).map { PostgreSQLSession(address: address, number: $0) }, logger: logger)
        listener = PostgreSQLListener(address: address, hub: hub, logger: logger)
    }

    /// What is wrong with an address, in libpq's words; nil when nothing is.
    package static func fault(ofAddress address: String) -> String? { PostgreSQLClient.fault(ofAddress: address) }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        // What breaks off in the middle of a read can be repeated; where there is no database, that ends at once. So can one that a
        // migration came in between of.
        do throws(StorageError) { return try await run("REPEATABLE READ READ ONLY", body) } catch
            where error.isUnavailable || error.isContended
        {
            return try await run("REPEATABLE READ READ ONLY", body)
        }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        for _ in 1..<Self.largestAttemptCount {
            do throws(StorageError) { return try await run("SERIALIZABLE", body) } catch  where error.isContended {
                continue
            }
        }
        return try await run("SERIALIZABLE", body)
    }

    /// It would have to be asked for, over a connection.
    package var lastChange: Int64? { nil }

    package var hearsOtherProcesses: Bool { true }

    package func signals(_ channel: SQLChannel) -> AsyncStream<Void> {
        listener.start()
        return hub.signals(channel)
    }

    package func close() async {
        await listener.stop()
        hub.close()
        await sessions.close()
    }

    private func run<Value: Sendable>(
        _ isolation: String, _ body: @escaping @Sendable (any SQLConnection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let session = try await sessions.take()
        let outcome = await session.run(beginning: "BEGIN ISOLATION LEVEL " + isolation) {
            (client) throws(StorageError) in
            do throws(StorageError) {
                let value = try body(PostgreSQLConnection(client: client))
                _ = try client.execute("COMMIT")
                return value
            } catch {
                // Where this fails, the connection is lost, and the server undoes it by itself.
                if client.isInTransaction { _ = try? client.execute("ROLLBACK") }
                throw error
            }
        }
        await sessions.give(session, isOutage: outcome.isOutage, outcome.result.failure)
        return try outcome.result.get()
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
