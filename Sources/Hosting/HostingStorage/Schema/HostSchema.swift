// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The schema of a host.
package enum HostSchema {
    /// Brings a database up to date.
    ///
    /// - Parameters:
    ///   - database: of a host.
    ///   - beginsHost: whether one is begun where there is none.
    /// - Returns: the steps that were taken.
    /// - Throws: `newer` when it was written by a newer ba-host, `restoring` when a backup is on its way into it, `noHost` when there is none:
    ///   nothing is changed.
    @discardableResult
    package static func migrate(
        _ database: any SQLDatabase, beginsHost: Bool = true
    ) async throws(StorageError) -> [String] {
        try await Migrator().run(database, beginsHost: beginsHost)
    }

    /// Throws what `migrate` would, and changes nothing.
    package static func check(_ database: any SQLDatabase) async throws(StorageError) {
        try await Migrator().check(database)
    }
}
