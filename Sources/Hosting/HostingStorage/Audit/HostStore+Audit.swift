// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension HostStore {
    /// Changes what is kept, in one transaction, with a note of it.
    ///
    /// - `body`: also gets the log that it takes note in.
    func changing<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection, AuditLog) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        // A transaction is done by another thread, which works for nobody.
        let log = AuditLog(principal: .current, time: now(), makeID: makeID, turn: RepeatableRequest.Turn.current)
        return try await database.write { (connection) throws(StorageError) in try body(connection, log) }
    }

    /// What people call keys and members, by their identifiers: also keys that are revoked.
    package func principalNames() async throws(StorageError) -> [String: String] {
        let people = Dictionary(try await members().map { ($0.id, $0.shownName) }) { first, _ in first }
        let keys = try await keys().map { key in
            (key.id, "\(key.name) (\(key.id))" + (key.memberID.flatMap { people[$0] }.map { " of \($0)" } ?? ""))
        }
        return people.merging(keys) { first, _ in first }
    }

    /// The changes that were made.
    package func auditEntries(_ listing: AuditListing) async throws(StorageError) -> Page<AuditEntry> {
        try await database.read { (connection) throws(StorageError) in
            try connection.page(
                "SELECT * FROM audit_entries", where: listing.conditions, listing.keyset, limit: listing.limit
            ) { (row) throws(StorageError) in try AuditEntry(row) }
        }
    }
}
