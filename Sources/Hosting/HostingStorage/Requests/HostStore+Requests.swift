// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension HostStore {
    /// Milliseconds for which an answer is kept.
    private static let answerLifetime: Int64 = 86_400_000
    /// Milliseconds after which a request is taken for one that a server was killed at.
    private static let longestRequest: Int64 = 120_000

    /// A request begins that may have come before. Whoever gets the turn does it, and calls `end` or `abandon`.
    package func begin(_ request: RepeatableRequest) async throws(StorageError) -> RepeatableRequest.Standing {
        let time = now()
        return try await database.write { (connection) throws(StorageError) in
            try connection.execute(
                "DELETE FROM repeatable_requests WHERE begun_at < \(time.milliseconds - Self.answerLifetime)")
            let added = try connection.execute(
                """
                INSERT INTO repeatable_requests (caller_id, name, digest, begun_at)
                VALUES (\(request.callerID), \(request.name), \(request.digest), \(time))
                ON CONFLICT (caller_id, name) DO NOTHING
                """)
            let turn = RepeatableRequest.Turn(request: request, begunAt: time)
            if added == 1 { return .new(turn) }
            let row = try connection.row(
                """
                SELECT * FROM repeatable_requests WHERE caller_id = \(request.callerID) AND name = \(request.name)
                """)
            guard let row else { throw .conflict("a request that has come before is gone") }
            guard try row.text("digest") == request.digest else { return .other }
            if let status = try row.optionalInteger("status") {
                return .answered(status: Int(status), body: try row.text("body"))
            }
            if let made = try row.optionalText("resource_id") { return .done(resourceID: made) }
            let begun = try row.integer("begun_at")
            guard begun < time.milliseconds - Self.longestRequest else { return .running }
            let taken = try connection.execute(
                """
                UPDATE repeatable_requests SET begun_at = \(time)
                WHERE caller_id = \(request.callerID) AND name = \(request.name) AND begun_at = \(begun)
                """)
            return taken == 1 ? .new(turn) : .running
        }
    }

    /// It has been done.
    ///
    /// - Returns: whether that is on record; not when the turn has passed to another, whose answer counts.
    package func end(
        _ turn: RepeatableRequest.Turn, status: Int, body: String
    ) async throws(StorageError) -> Bool {
        let request = turn.request
        return try await database.write { (connection) throws(StorageError) in
            try connection.execute(
                """
                UPDATE repeatable_requests SET status = \(Int64(status)), body = \(body)
                WHERE caller_id = \(request.callerID) AND name = \(request.name) AND begun_at = \(turn.begunAt)
                """) == 1
        }
    }

    /// Nothing was done: it may be sent again, or put right. That of another is left as it is, and one that has made something
    /// before it failed.
    package func abandon(_ turn: RepeatableRequest.Turn) async throws(StorageError) {
        let request = turn.request
        try await database.write { (connection) throws(StorageError) in
            try connection.execute(
                """
                DELETE FROM repeatable_requests
                WHERE caller_id = \(request.callerID) AND name = \(request.name) AND begun_at = \(turn.begunAt)
                    AND resource_id IS NULL
                """)
        }
    }
}
