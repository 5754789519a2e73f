// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// A request that had begun, was lost by another's fault, and begins again: what its app has asked for by the same name meanwhile comes after it.
package struct StoredInterruptedTask: Equatable, Sendable {
    package var task: StoredTask

    package init(_ task: StoredTask) { self.task = task }
}

// The task is its row.
extension StoredInterruptedTask: FetchableRecord, PersistableRecord {
    package static let databaseTableName = "interruptedTask"

    init(row: Row) throws { task = try StoredTask(row: row) }

    func encode(to container: inout PersistenceContainer) throws { try task.encode(to: &container) }
}
