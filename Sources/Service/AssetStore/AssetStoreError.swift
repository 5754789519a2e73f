// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why the store cannot do what it was asked.
package enum AssetStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The database was written by a newer service; `migration` is the first one that this service does not know.
    case newerDatabase(path: String, migration: String)
    /// What is at the place of the database is none, or one that something has written into.
    case damagedDatabase(path: String, reason: String)
    /// What was to be recorded belongs to an app that is not on record, or not any more.
    case unknownApp
    /// The database cannot be opened, read or written.
    case database(String)
    /// A file or folder of the store cannot be made, moved or removed.
    case files(String, outOfSpace: Bool)

    /// Whether it can be done when there is room on the disk.
    package var isOutOfSpace: Bool { if case .files(_, outOfSpace: true) = self { true } else { false } }

    package var description: String {
        switch self {
        case .newerDatabase(let path, let migration):
            "the database \(path) was written by a newer backgroundassetsd (its step \"\(migration)\" is unknown here): "
                + "run that version, or start with another root"
        case .damagedDatabase(let path, let reason):
            "the database \(path) is damaged (\(reason)): move it away, with \(path)-wal and -shm, and install the apps again; "
                + "what they keep in their group folders stays"
        case .unknownApp: "it belongs to an app that is not installed, or not any more; `ba apps` lists those that are"
        case .database(let reason): "the service's database failed: \(reason); `ba doctor` says what it needs"
        case .files(let reason, _): reason
        }
    }
}
