// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// A connection with a thread of its own, on which what blocks runs. One that is lost is made anew at its next use.
final class PostgreSQLSession: Sendable {
    private let queue: DispatchQueue
    private let address: String
    /// Used on the queue only.
    nonisolated(unsafe) private var client: PostgreSQLClient?

    init(address: String, number: Int) {
        self.address = address
        queue = DispatchQueue(label: "PostgreSQL \(number)")
    }

    /// How it has gone.
    struct Outcome<Value: Sendable>: Sendable {
        let result: Result<Value, StorageError>
        /// Whether there is no database, or it stands still: nobody else needs to try now.
        let isOutage: Bool
    }

    /// - `beginning`: the statement that begins what `body` does. A connection that was lost since its last use is seen at it, and made
    ///   anew: nothing has been done yet.
    /// - `body`: gets a connection that is fit for use.
    func run<Value: Sendable>(
        beginning: String? = nil, _ body: @escaping @Sendable (PostgreSQLClient) throws(StorageError) -> Value
    ) async -> Outcome<Value> {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: attempt(beginning, body)) }
        }
    }

    /// Waits for what runs, and ends the connection.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                client = nil
                continuation.resume()
            }
        }
    }

    private func attempt<Value>(
        _ beginning: String?, _ body: (PostgreSQLClient) throws(StorageError) -> Value
    ) -> Outcome<Value> {
        let client: PostgreSQLClient
        do throws(StorageError) { client = try ready(beginning) } catch {
            return Outcome(result: .failure(error), isOutage: true)
        }
        let result: Result<Value, StorageError>
        do throws(StorageError) { result = .success(try body(client)) } catch { result = .failure(error) }
        if !client.isUsable { self.client = nil }
        return Outcome(result: result, isOutage: client.isSilent)
    }

    private func ready(_ beginning: String?) throws(StorageError) -> PostgreSQLClient {
        if let client, client.isUsable {
            do throws(StorageError) {
                if let beginning { _ = try client.execute(beginning) }
                return client
            } catch {
                self.client = nil
                if client.isSilent { throw error }
            }
        }
        client = nil
        let new = try PostgreSQLClient(address: address)
        // What one statement may take, so that none keeps others waiting for ever.
        _ = try new.execute("SET statement_timeout = 30000")
        _ = try new.execute("SET lock_timeout = 10000")
        if let beginning { _ = try new.execute(beginning) }
        client = new
        return new
    }
}
