// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

extension AssetStore {
    /// What a call was answered; nil when it is new.
    package func answer(to callKey: String) async throws(AssetStoreError) -> Data? {
        try await read { try StoredAnswer.fetchOne($0, key: callKey)?.reply }
    }

    /// Records what a call was answered, and forgets old answers.
    package func save(_ answer: StoredAnswer) async throws(AssetStoreError) {
        try await write { try answer.keep(in: $0) }
    }

    package func check(of bundleID: String) async throws(AssetStoreError) -> StoredCheck? {
        try await read { try StoredCheck.fetchOne($0, key: bundleID) }
    }

    /// When the packs of each app were looked at, by bundle ID.
    package func checks() async throws(AssetStoreError) -> [String: StoredCheck] {
        try await read { database in
            let checks = try StoredCheck.fetchAll(database)
            return Dictionary(checks.map { ($0.bundleID, $0) }) { first, _ in first }
        }
    }

    /// Inserts or replaces when an app's packs are looked at; nothing is recorded for an app that is gone.
    package func save(_ check: StoredCheck) async throws(AssetStoreError) {
        try await write { database in
            guard try StoredApp.exists(database, key: check.bundleID) else { return }
            try check.save(database)
        }
    }

    /// Changes when an app's packs are looked at, in one step.
    ///
    /// - Returns: what is on record then; nil where nothing is, and nothing is changed.
    @discardableResult package func updateCheck(
        of bundleID: String, _ change: @escaping @Sendable (inout StoredCheck) -> Void
    ) async throws(AssetStoreError) -> StoredCheck? {
        try await write { database in
            guard var check = try StoredCheck.fetchOne(database, key: bundleID) else { return nil }
            change(&check)
            try check.save(database)
            return check
        }
    }

    /// Has a record take the place of the one that it was made of. One that somebody else has made meanwhile stays; a use of the app does not
    /// count as that, and is kept.
    ///
    /// - Returns: what is to be gone by then.
    package func replace(_ before: StoredCheck, by check: StoredCheck) async throws(AssetStoreError) -> StoredCheck {
        try await write { database in
            guard let current = try StoredCheck.fetchOne(database, key: before.bundleID) else { return check }
            var unused = current
            unused.lastUsedAt = before.lastUsedAt
            guard unused == before else { return current }
            var check = check
            if current.lastUsedAt != before.lastUsedAt { check.lastUsedAt = current.lastUsedAt }
            try check.save(database)
            return check
        }
    }
}

extension StoredAnswer {
    func keep(in database: Database) throws {
        try save(database)
        try database.execute(
            sql: "DELETE FROM answeredCall WHERE answeredAt < ?", arguments: [answeredAt - Self.lifetime])
        // Rows are numbered as they come: no more of them are left than numbers, and none is counted for that.
        try database.execute(
            sql: "DELETE FROM answeredCall WHERE rowid <= (SELECT max(rowid) FROM answeredCall) - ?",
            arguments: [Self.largestCount])
    }
}
