// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension AssetStore {
    /// What apps have asked for and have not begun.
    package func tasks() async throws(AssetStoreError) -> [StoredTask] {
        try await read { try StoredTask.order(Column("bundleID"), Column("identifier")).fetchAll($0) }
    }

    /// What has begun, was lost by another's fault, and begins again.
    package func interruptedTasks() async throws(AssetStoreError) -> [StoredTask] {
        try await read {
            try StoredInterruptedTask.order(Column("bundleID"), Column("identifier")).fetchAll($0).map(\.task)
        }
    }

    /// What had begun and had not ended, oldest first.
    package func taskRuns() async throws(AssetStoreError) -> [StoredTaskRun] {
        try await read { try StoredTaskRun.order(Column("id")).fetchAll($0) }
    }

    /// A number for the next run that no run has had.
    package func nextTaskRun() async throws(AssetStoreError) -> Int64 {
        try await read { database in
            let last = try Int64.fetchOne(
                database, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?",
                arguments: [StoredTaskRun.databaseTableName])
            return (last ?? 0) + 1
        }
    }

    package func taskAccounts() async throws(AssetStoreError) -> [StoredTaskAccount] {
        try await read { try StoredTaskAccount.order(Column("bundleID")).fetchAll($0) }
    }

    /// What was decided about the tasks of an app, the last first.
    package func taskRecords(
        of bundleID: String, limit: Int = StoredTaskRecord.largestCount
    ) async throws(AssetStoreError) -> [StoredTaskRecord] {
        try await read { database in
            try StoredTaskRecord.filter(Column("bundleID") == bundleID).order(Column("id").desc).limit(limit)
                .fetchAll(database)
        }
    }

    /// The last of what was decided of a task, of each app that has had one of the name.
    package func lastTaskRecords(_ identifier: String) async throws(AssetStoreError) -> [StoredTaskRecord] {
        try await read { database in
            try StoredTaskRecord.fetchAll(
                database,
                sql: """
                    SELECT * FROM taskRecord
                    WHERE id IN (SELECT max(id) FROM taskRecord WHERE identifier = ? GROUP BY bundleID)
                    ORDER BY bundleID
                    """, arguments: [identifier])
        }
    }

    /// Records a change, and of each app the last of what was decided. Of an app that is gone nothing is.
    package func record(_ change: TaskChange, answer: StoredAnswer? = nil) async throws(AssetStoreError) {
        try await write { database in
            for name in change.withdrawn {
                try StoredTask.deleteOne(database, key: ["bundleID": name.bundleID, "identifier": name.identifier])
            }
            for name in change.resumed {
                try StoredInterruptedTask.deleteOne(
                    database, key: ["bundleID": name.bundleID, "identifier": name.identifier])
            }
            let ids = Set(
                change.waiting.map(\.bundleID) + change.interrupted.map(\.task.bundleID)
                    + change.running.map(\.task.bundleID) + change.accounts.map(\.bundleID)
                    + change.records.map(\.bundleID))
            let known = Set(try StoredApp.fetchAll(database, keys: ids).map(\.bundleID))
            for task in change.waiting where known.contains(task.bundleID) { try task.save(database) }
            for task in change.interrupted where known.contains(task.task.bundleID) { try task.save(database) }
            try StoredTaskRun.deleteAll(database, keys: change.ended)
            for run in change.running where known.contains(run.task.bundleID) { try run.save(database) }
            try StoredTaskRun.filter(keys: change.withdrawnRuns)
                .updateAll(database, Column("isWithdrawn").set(to: true))
            for account in change.accounts where known.contains(account.bundleID) { try account.save(database) }
            for record in change.records where known.contains(record.bundleID) { try record.insert(database) }
            for bundleID in Set(change.records.map(\.bundleID)) {
                try database.execute(
                    sql: """
                        DELETE FROM taskRecord WHERE bundleID = :app AND id NOT IN (
                            SELECT id FROM taskRecord WHERE bundleID = :app ORDER BY id DESC LIMIT :count)
                        """, arguments: ["app": bundleID, "count": StoredTaskRecord.largestCount])
            }
            try answer?.keep(in: database)
        }
    }
}
