// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// An asset pack of an app: `backgroundAssets` in App Store Connect.
package struct HostedPack: Equatable, Sendable {
    package let id: String
    package let appID: String
    /// Unique in its app, for ever.
    package let identifier: String
    package var archivedAt: Timestamp?
    /// Whether it is for devices with a token alone, also where its app is for all.
    package var isPrivate = false
    package let createdAt: Timestamp

    package init(id: String, appID: String, identifier: String, archivedAt: Timestamp? = nil, createdAt: Timestamp) {
        self.id = id
        self.appID = appID
        self.identifier = identifier
        self.archivedAt = archivedAt
        self.createdAt = createdAt
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        appID = try row.text("app_id")
        identifier = try row.text("identifier")
        archivedAt = try row.optionalTimestamp("archived_at")
        isPrivate = try row.bool("is_private")
        createdAt = try row.timestamp("created_at")
    }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO background_assets (id, app_id, identifier, archived_at, created_at)
            VALUES (\(id), \(appID), \(identifier), \(archivedAt), \(createdAt))
            """)
    }
}
