// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension AssetStore {
    package func sessions() async throws(AssetStoreError) -> [StoredSession] {
        try await read { try StoredSession.order(Column("bundleID"), Column("identifier")).fetchAll($0) }
    }

    /// Requests of sessions, oldest first.
    package func sessionTransfers() async throws(AssetStoreError) -> [StoredSessionTransfer] {
        try await read { try StoredSessionTransfer.order(Column("createdAt"), Column("id")).fetchAll($0) }
    }

    package func sessionTasks() async throws(AssetStoreError) -> [StoredSessionTask] {
        try await read {
            try StoredSessionTask.order(Column("bundleID"), Column("session"), Column("number")).fetchAll($0)
        }
    }

    /// - Throws: `unknownApp`.
    package func save(_ session: StoredSession) async throws(AssetStoreError) {
        try await write { try session.save($0) }
    }

    /// Records a change. Of an app that is gone nothing is.
    package func record(_ change: SessionChange) async throws(AssetStoreError) {
        try await writeRemoval { database in
            for name in change.removedTasks {
                try StoredSessionTask.deleteOne(
                    database, key: ["bundleID": name.bundleID, "session": name.session, "number": name.number])
            }
            try StoredSessionTransfer.deleteAll(database, keys: change.removedTransfers)
            let ids = Set(change.transfers.map(\.bundleID) + change.tasks.map(\.bundleID))
            let known = Set(try StoredApp.fetchAll(database, keys: ids).map(\.bundleID))
            for transfer in change.transfers where known.contains(transfer.bundleID) { try transfer.save(database) }
            for task in change.tasks where known.contains(task.bundleID) { try task.save(database) }
        }
    }

    /// Forgets a session in which there is nothing any more.
    package func removeSession(_ identifier: String, of bundleID: String) async throws(AssetStoreError) {
        try await writeRemoval { database in
            _ = try StoredSession.deleteOne(database, key: ["bundleID": bundleID, "identifier": identifier])
        }
    }
}
