// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
package import HostingModel

extension HostStore {
    /// Makes a key. Its private half is told once, and is nowhere here.
    ///
    /// - Returns: the key, and the PEM text of the private half: `AuthKey_<id>.p8`.
    package func createKey(
        name: String, role: Role, appIDs: [String]? = nil
    ) async throws(StorageError) -> (key: APIKey, privateKey: String) {
        let (key, privateKey) = newKey(kind: .team, name: name, role: role, appIDs: appIDs)
        try await changing { (connection, audit) throws(StorageError) in
            for id in appIDs ?? [] where try connection.row("SELECT id FROM apps WHERE id = \(id)") == nil {
                throw .refused(.notFound(type: "apps", id: id))
            }
            try key.insert(into: connection)
            try audit.note(.createKey, key.id, detail: "\(key.name), \(key.role.rawValue)", in: connection)
        }
        return (key, privateKey)
    }

    /// Makes the key with which everything begins. Of several servers that start at a time, one does.
    ///
    /// - Returns: nil when there are keys already, also revoked ones.
    package func createFirstKey(
        name: String, role: Role
    ) async throws(StorageError) -> (key: APIKey, privateKey: String)? {
        let made = newKey(kind: .team, name: name, role: role, appIDs: nil)
        let isFirst = try await changing { (connection, audit) throws(StorageError) in
            guard try connection.row("SELECT id FROM api_keys LIMIT 1") == nil else { return false }
            try made.key.insert(into: connection)
            try audit.note(.createKey, made.key.id, detail: "\(name), \(role.rawValue)", in: connection)
            return true
        }
        return isFirst ? made : nil
    }

    func newKey(
        kind: APIKey.Kind, name: String, role: Role, appIDs: [String]?, memberID: String? = nil
    ) -> (key: APIKey, privateKey: String) {
        let pair = P256.Signing.PrivateKey()
        let key = APIKey(
            id: Self.keyIdentifier(), kind: kind, name: name, role: role, appIDs: appIDs, memberID: memberID,
            makerID: Principal.current.kind == .member ? Principal.current.id : nil,
            publicKey: pair.publicKey.pemRepresentation, createdAt: now())
        return (key, pair.pemRepresentation)
    }

    /// Ten letters and digits, as App Store Connect's have.
    private static func keyIdentifier() -> String {
        let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        return String((0..<10).map { _ in characters[Int.random(in: characters.indices)] })
    }

    /// A key that is good still; nil for one that is revoked, or unknown, or of somebody who has gone.
    package func key(_ id: String) async throws(StorageError) -> APIKey? {
        try await database.read { (connection) throws(StorageError) in
            let row = try connection.row(
                APIKey.query
                    + """
                     WHERE k.id = \(id) AND k.revoked_at IS NULL AND (k.member_id IS NULL OR m.id IS NOT NULL)
                    """)
            guard let row else { return nil }
            return try APIKey(row)
        }
    }

    /// All keys, the newest first, also those that are revoked.
    package func keys() async throws(StorageError) -> [APIKey] {
        try await database.read { (connection) throws(StorageError) in
            var keys: [APIKey] = []
            for row in try connection.rows(APIKey.query + " ORDER BY k.created_at DESC, k.id") {
                keys.append(try APIKey(row))
            }
            return keys
        }
    }

    private static func refusal(
        ofRevoking id: String, in connection: any SQLConnection
    ) throws(StorageError) -> Refusal {
        let row = try connection.row("SELECT revoked_at FROM api_keys WHERE id = \(id)")
        guard let time = try row?.optionalTimestamp("revoked_at") else { return .notFound(type: "keys", id: id) }
        return .revoked(type: "key", id: id, time: time)
    }

    /// Revokes a key, for good, whosever it is.
    package func revokeKey(_ id: String) async throws(StorageError) {
        let time = now()
        try await changing { (connection, audit) throws(StorageError) in
            let count = try connection.execute(
                "UPDATE api_keys SET revoked_at = \(time) WHERE id = \(id) AND revoked_at IS NULL")
            guard count == 1 else { throw .refused(try Self.refusal(ofRevoking: id, in: connection)) }
            try audit.note(.revokeKey, id, in: connection)
        }
    }
}
