// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// A key that programs sign in with: the host has its public half only (hosting-api 4).
package struct APIKey: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Of the team, with a role of its own.
        case team
        /// Of a member.
        case individual
    }

    /// Ten upper-case letters and digits.
    package let id: String
    package let kind: Kind
    package let name: String
    package let role: Role
    /// The apps that it is limited to; nil for all (App Store Connect's are for all).
    package let appIDs: [String]?
    /// PEM.
    package let publicKey: String
    package let createdAt: Timestamp
    package var revokedAt: Timestamp?

    package init(
        id: String, kind: Kind, name: String, role: Role, appIDs: [String]?, publicKey: String, createdAt: Timestamp,
        revokedAt: Timestamp? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.role = role
        self.appIDs = appIDs
        self.publicKey = publicKey
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        kind = try row.raw("kind")
        name = try row.text("name")
        role = try row.raw("role")
        appIDs = try row.optionalText("app_ids") == nil ? nil : row.json("app_ids")
        publicKey = try row.text("public_key")
        createdAt = try row.timestamp("created_at")
        revokedAt = try row.optionalTimestamp("revoked_at")
    }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        var apps: JSONColumn?
        if let appIDs { apps = try JSONColumn(appIDs) }
        try connection.execute(
            """
            INSERT INTO api_keys (id, kind, name, role, app_ids, public_key, created_at, revoked_at)
            VALUES (\(id), \(kind.rawValue), \(name), \(role.rawValue), \(apps), \(publicKey), \(createdAt),
                \(revokedAt))
            """)
    }
}
