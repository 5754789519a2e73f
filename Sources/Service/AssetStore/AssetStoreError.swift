// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why the store cannot do what it was asked.
package enum AssetStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The database was written by a newer service; `migration` is the first one that this service does not know.
    case newerDatabase(path: String, migration: String)
    /// The database cannot be opened, read or written.
    case database(String)
    /// A file or folder of the store cannot be made, moved or removed.
    case files(String, outOfSpace: Bool)

    package var description: String {
        switch self {
        case .newerDatabase(let path, let migration):
            "the database \(path) was written by a newer backgroundassetsd (its step \"\(migration)\" is unknown here): "
                + "run that version, or start with another root"
        case .database(let reason): "the service's database failed: \(reason)"
        case .files(let reason, _): reason
        }
    }
}
