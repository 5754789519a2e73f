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

    /// - `body`: gets a connection that is fit for use.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLClient) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: attempt(body)) }
        }
        return try result.get()
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

    private func attempt<Value>(_ body: (PostgreSQLClient) throws(StorageError) -> Value) -> Result<Value, StorageError>
    {
        do throws(StorageError) {
            let client = try ready()
            defer { if !client.isUsable { self.client = nil } }
            return .success(try body(client))
        } catch { return .failure(error) }
    }

    private func ready() throws(StorageError) -> PostgreSQLClient {
        if let client, client.isUsable { return client }
        client = nil
        let new = try PostgreSQLClient(address: address)
        // What one statement may take, so that none keeps others waiting for ever.
        _ = try new.execute("SET statement_timeout = 30000")
        _ = try new.execute("SET lock_timeout = 10000")
        client = new
        return new
    }
}
