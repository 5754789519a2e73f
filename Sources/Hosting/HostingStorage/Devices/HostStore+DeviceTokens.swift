// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
package import HostingModel
internal import SystemSupport

extension HostStore {
    /// Makes a token for devices of an app. It is told once, and is nowhere here.
    ///
    /// - Returns: the identifier by which it is revoked, and the token: letters, digits and `_`.
    package func createDeviceToken(
        appID: String, name: String, expiresAt: Timestamp? = nil
    ) async throws(StorageError) -> (id: String, token: String) {
        // From the system's generator.
        let token = "badt_" + Hexadecimal.text((0..<32).map { _ in UInt8.random(in: .min ... .max) })
        let (id, time) = (makeID(), now())
        try await changing { (connection, audit) throws(StorageError) in
            guard try connection.row("SELECT id FROM apps WHERE id = \(appID)") != nil else {
                throw .refused(.notFound(type: "apps", id: appID))
            }
            try connection.execute(
                """
                INSERT INTO device_tokens (id, app_id, sha256, name, created_at, expires_at)
                VALUES (\(id), \(appID), \(Self.digest(of: token)), \(name), \(time), \(expiresAt))
                """)
            try audit.note(.createDeviceToken, app: appID, name.isEmpty ? id : name, in: connection)
        }
        return (id, token)
    }

    /// Those of an app, the newest first, also those that are good no longer.
    package func deviceTokens(ofApp id: String) async throws(StorageError) -> [DeviceToken] {
        try await database.read { (connection) throws(StorageError) in
            var tokens: [DeviceToken] = []
            let rows = try connection.rows(
                "SELECT * FROM device_tokens WHERE app_id = \(id) ORDER BY created_at DESC, id")
            for row in rows { tokens.append(try DeviceToken(row)) }
            return tokens
        }
    }

    private static func refusal(
        ofRevokingDeviceToken id: String, in connection: any SQLConnection
    ) throws(StorageError) -> Refusal {
        let row = try connection.row("SELECT revoked_at FROM device_tokens WHERE id = \(id)")
        guard let time = try row?.optionalTimestamp("revoked_at") else {
            return .notFound(type: "device tokens", id: id)
        }
        return .revoked(type: "device token", id: id, time: time)
    }

    /// Revokes one, for good.
    package func revokeDeviceToken(_ id: String) async throws(StorageError) {
        let time = now()
        try await changing { (connection, audit) throws(StorageError) in
            let row = try connection.row(
                """
                UPDATE device_tokens SET revoked_at = \(time) WHERE id = \(id) AND revoked_at IS NULL
                RETURNING app_id, name
                """)
            guard let row else { throw .refused(try Self.refusal(ofRevokingDeviceToken: id, in: connection)) }
            let name = try row.text("name")
            try audit.note(
                .revokeDeviceToken, app: try row.text("app_id"), name.isEmpty ? id : name, in: connection)
        }
    }

    /// Whether a token is one of an app, and good at this moment. It is looked up by its digest, of which nobody learns anything
    /// from the time that this takes.
    package func accepts(deviceToken token: String, ofApp id: String) async throws(StorageError) -> Bool {
        let time = now()
        return try await database.read { (connection) throws(StorageError) in
            try connection.row(
                """
                SELECT id FROM device_tokens WHERE sha256 = \(Self.digest(of: token)) AND app_id = \(id)
                    AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > \(time))
                """) != nil
        }
    }

    /// Has a pack be for devices with a token alone, or for all that its app is for.
    package func setPrivate(_ isPrivate: Bool, pack id: String) async throws(StorageError) -> PackSummary {
        try await changing { (connection, audit) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM background_assets WHERE id = \(id)") else {
                throw .refused(.notFound(type: "backgroundAssets", id: id))
            }
            var pack = try HostedPack(row)
            if pack.isPrivate != isPrivate {
                pack.isPrivate = isPrivate
                try connection.execute("UPDATE background_assets SET is_private = \(isPrivate) WHERE id = \(id)")
                try connection.advanceSequence(ofApp: pack.appID)
                try audit.note(
                    isPrivate ? .makePackPrivate : .makePackPublic, app: pack.appID, pack.identifier, in: connection)
                try connection.signal(.releases)
            }
            guard let summary = try PackSummary.summaries(of: [pack], in: connection).first else {
                throw .unexpected("a pack has no summary: \(id)")
            }
            return summary
        }
    }

    private static func digest(of token: String) -> String { Hexadecimal.text(SHA256.hash(data: Data(token.utf8))) }
}
