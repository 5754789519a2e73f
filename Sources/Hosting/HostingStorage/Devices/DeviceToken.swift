// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What devices of a private app show to be given its packs. The host has its digest only.
package struct DeviceToken: Equatable, Sendable {
    package let id: String
    package let appID: String
    /// What it is for, as lists show it.
    package let name: String
    package let createdAt: Timestamp
    /// nil for one that does not expire.
    package let expiresAt: Timestamp?
    package let revokedAt: Timestamp?

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        appID = try row.text("app_id")
        name = try row.text("name")
        createdAt = try row.timestamp("created_at")
        expiresAt = try row.optionalTimestamp("expires_at")
        revokedAt = try row.optionalTimestamp("revoked_at")
    }
}
