// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// Where a version stands in one context.
package struct HostedRelease: Equatable, Sendable {
    package let id: String
    package let versionID: String
    package let context: ReleaseContext
    /// One of the states of its context, as App Store Connect spells it.
    package var state: String
    package var changedAt: Timestamp

    package init(id: String, versionID: String, context: ReleaseContext, state: String, changedAt: Timestamp) {
        self.id = id
        self.versionID = versionID
        self.context = context
        self.state = state
        self.changedAt = changedAt
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        versionID = try row.text("version_id")
        context = try row.raw("context")
        state = try row.text("state")
        changedAt = try row.timestamp("changed_at")
    }

    /// Makes it, or sets its state.
    func save(in connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO releases (id, version_id, context, state, changed_at)
            VALUES (\(id), \(versionID), \(context.rawValue), \(state), \(changedAt))
            ON CONFLICT (version_id, context) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at
            """)
    }
}
