// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension HostStore {
    /// A value of the host that is made once: its issuer, or the secret that its addresses are signed with.
    ///
    /// - `initial`: the value when there is none yet.
    package func setting(_ name: String, initial: String) async throws(StorageError) -> String {
        try await database.write { (connection) throws(StorageError) in
            try connection.execute(
                "INSERT INTO settings (name, value) VALUES (\(name), \(initial)) ON CONFLICT (name) DO NOTHING")
            guard let value = try Self.setting(name, connection) else {
                throw .unexpected("the setting \(name) is gone")
            }
            return value
        }
    }

    /// Whom the keys of the team are of, as App Store Connect calls it. It is made once, and so is what a host is known by.
    package func issuer() async throws(StorageError) -> String {
        try await setting("issuer", initial: UUID().uuidString.lowercased())
    }

    /// nil for one that has no value.
    package func setting(_ name: String) async throws(StorageError) -> String? {
        try await database.read { (connection) throws(StorageError) in try Self.setting(name, connection) }
    }

    /// Sets it, whatever it was before.
    package func set(_ name: String, to value: String) async throws(StorageError) {
        try await database.write { (connection) throws(StorageError) in
            try Self.set(name, to: value, in: connection)
        }
    }

    static func set(_ name: String, to value: String, in connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO settings (name, value) VALUES (\(name), \(value))
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """)
    }

    static func setting(
        _ name: String, _ connection: any SQLConnection
    ) throws(StorageError) -> String? {
        try connection.row("SELECT value FROM settings WHERE name = \(name)")?.text("value")
    }
}
