// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// Keys of members: each does what its member may do, for as long as they are of the team.
extension HostStore {
    /// Keys of a member that are not revoked.
    private static let largestKeyCount = 10

    /// Makes a key of somebody of the team. Its private half is told once, and is nowhere here.
    ///
    /// - Returns: the key, and the PEM text of the private half: `AuthKey_<id>.p8`.
    package func createKey(
        of member: Member, name: String
    ) async throws(StorageError) -> (key: APIKey, privateKey: String) {
        let (key, privateKey) = newKey(
            kind: .individual, name: name, role: member.role, appIDs: member.appIDs, memberID: member.id)
        try await changing { (connection, audit) throws(StorageError) in
            // Whoever makes one at the same time waits.
            let found = try connection.row("UPDATE members SET name = name WHERE id = \(member.id) RETURNING id")
            guard found != nil else { throw .refused(.notFound(type: "members", id: member.mail.description)) }
            let row = try connection.row(
                "SELECT COUNT(*) AS count FROM api_keys WHERE member_id = \(member.id) AND revoked_at IS NULL")
            guard try row?.integer("count") ?? 0 < Self.largestKeyCount else {
                throw .refused(.tooManyKeys(limit: Self.largestKeyCount))
            }
            try key.insert(into: connection)
            try audit.note(.createKey, key.id, detail: "\(name), of \(member.mail)", in: connection)
        }
        return (key, privateKey)
    }

    /// All keys of a member, the newest first, also those that are revoked.
    package func keys(ofMember id: String) async throws(StorageError) -> [APIKey] {
        try await database.read { (connection) throws(StorageError) in
            var keys: [APIKey] = []
            let rows = try connection.rows(
                APIKey.query + " WHERE k.member_id = \(id) ORDER BY k.created_at DESC, k.id")
            for row in rows { keys.append(try APIKey(row)) }
            return keys
        }
    }

    /// Revokes a key of a member, for good.
    ///
    /// - Throws: `notFound` for one of somebody else.
    package func revokeKey(_ id: String, ofMember memberID: String) async throws(StorageError) {
        let time = now()
        try await changing { (connection, audit) throws(StorageError) in
            let count = try connection.execute(
                """
                UPDATE api_keys SET revoked_at = \(time)
                WHERE id = \(id) AND member_id = \(memberID) AND revoked_at IS NULL
                """)
            guard count == 1 else { throw .refused(.notFound(type: "keys", id: id)) }
            try audit.note(.revokeKey, id, in: connection)
        }
    }

    /// Revokes all keys of somebody who leaves the team.
    static func revokeKeys(
        ofMember id: String, at time: Timestamp, in connection: any SQLConnection
    ) throws(StorageError) {
        try connection.execute(
            "UPDATE api_keys SET revoked_at = \(time) WHERE member_id = \(id) AND revoked_at IS NULL")
    }
}
