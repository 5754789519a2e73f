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
    /// Of a member's key, the one that they have now.
    package let role: Role
    /// The apps that it is limited to; nil for all (App Store Connect's are for all). Of a member's key, those of the member.
    package let appIDs: [String]?
    /// Whose it is; nil for one of the team.
    package let memberID: String?
    /// The member who has made it, for the team; nil for one that was made at the host itself.
    package let makerID: String?
    /// PEM.
    package let publicKey: String
    package let createdAt: Timestamp
    package var revokedAt: Timestamp?

    package init(
        id: String, kind: Kind, name: String, role: Role, appIDs: [String]?, memberID: String? = nil,
        makerID: String? = nil, publicKey: String, createdAt: Timestamp, revokedAt: Timestamp? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.role = role
        self.appIDs = appIDs
        self.memberID = memberID
        self.makerID = makerID
        self.publicKey = publicKey
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }

    /// What `init(_:)` reads, of keys that are called `k`.
    static let query: SQL = """
        SELECT k.*, m.role AS member_role, m.app_ids AS member_app_ids FROM api_keys k
        LEFT JOIN members m ON m.id = k.member_id
        """

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        kind = try row.raw("kind")
        name = try row.text("name")
        memberID = try row.optionalText("member_id")
        let memberRole = try row.optionalRaw("member_role", as: Role.self)
        if let memberRole { role = memberRole } else { role = try row.raw("role") }
        appIDs = try row.optionalJSON(memberRole == nil ? "app_ids" : "member_app_ids")
        makerID = try row.optionalText("made_by")
        publicKey = try row.text("public_key")
        createdAt = try row.timestamp("created_at")
        revokedAt = try row.optionalTimestamp("revoked_at")
    }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        var apps: JSONColumn?
        if let appIDs { apps = try JSONColumn(appIDs) }
        try connection.execute(
            """
            INSERT INTO api_keys (id, kind, name, role, app_ids, member_id, public_key, created_at, revoked_at,
                made_by)
            VALUES (\(id), \(kind.rawValue), \(name), \(role.rawValue), \(apps), \(memberID), \(publicKey), \(createdAt),
                \(revokedAt), \(makerID))
            """)
    }
}
