// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension HostStore {
    /// What parts are called.
    package static let partNames = ["database", "objects"]

    /// Parts that answer, and have hardly room for anything more.
    package func fullParts() async -> [String] { await objects.hasRoom ? [] : ["objects"] }

    /// Parts that do not answer, and why: a server without them can do nothing.
    package func absentParts() async -> [(part: String, error: StorageError)] {
        var absent: [(part: String, error: StorageError)] = []
        do throws(StorageError) {
            try await database.read { (connection) throws(StorageError) in
                _ = try connection.row("SELECT 1 AS one")
                try connection.checkWritable()
            }
        } catch { absent.append(("database", error)) }
        do throws(StorageError) { try await objects.check() } catch { absent.append(("objects", error)) }
        return absent
    }
}
