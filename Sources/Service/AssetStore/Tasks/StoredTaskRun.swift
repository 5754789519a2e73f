// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// A task that an app was woken for, or goes on with.
package struct StoredTaskRun: Equatable, Sendable {
    /// Used once.
    package var id: Int64
    package var task: StoredTask
    /// Seconds since 1970.
    package var launchedAt: Double
    /// When the app took it up (seconds since 1970).
    package var takenUpAt: Double?
    package var onExternalPower: Bool
    /// The process of its app, and when that was started (ticks since the system was): nil before there is one.
    package var processID: Int64?
    package var processStartedAt: Int64?
    /// Whether the service has started it for its tasks.
    package var startedForTasks: Bool
    /// It had begun before, and was lost by another's fault.
    package var isAgain: Bool
    /// Its app has taken it back: it does not begin once more.
    package var isWithdrawn: Bool

    package init(
        id: Int64, task: StoredTask, launchedAt: Double, takenUpAt: Double? = nil, onExternalPower: Bool,
        processID: Int64? = nil, processStartedAt: Int64? = nil, startedForTasks: Bool = false,
        isAgain: Bool = false, isWithdrawn: Bool = false
    ) {
        self.id = id
        self.task = task
        self.launchedAt = launchedAt
        self.takenUpAt = takenUpAt
        self.onExternalPower = onExternalPower
        self.processID = processID
        self.processStartedAt = processStartedAt
        self.startedForTasks = startedForTasks
        self.isAgain = isAgain
        self.isWithdrawn = isWithdrawn
    }
}

// The task is a part of its row.
extension StoredTaskRun: FetchableRecord, PersistableRecord {
    package static let databaseTableName = "taskRun"

    init(row: Row) throws {
        self.init(
            id: row["id"], task: try StoredTask(row: row), launchedAt: row["launchedAt"], takenUpAt: row["takenUpAt"],
            onExternalPower: row["onExternalPower"],
            processID: row["processID"], processStartedAt: row["processStartedAt"],
            startedForTasks: row["startedForTasks"], isAgain: row["isAgain"], isWithdrawn: row["isWithdrawn"])
    }

    func encode(to container: inout PersistenceContainer) throws {
        try task.encode(to: &container)
        container["id"] = id
        container["launchedAt"] = launchedAt
        container["takenUpAt"] = takenUpAt
        container["onExternalPower"] = onExternalPower
        container["processID"] = processID
        container["processStartedAt"] = processStartedAt
        container["startedForTasks"] = startedForTasks
        container["isAgain"] = isAgain
        container["isWithdrawn"] = isWithdrawn
    }
}
