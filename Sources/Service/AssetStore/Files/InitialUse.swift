// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// Bytes that an app has fetched, as far as they count against what it may fetch before its first launch.
package struct InitialUse: Equatable, Sendable {
    package var bundleID: String
    package var isEssential: Bool
    package var bytes: Int64

    package init(bundleID: String, isEssential: Bool, bytes: Int64) {
        self.bundleID = bundleID
        self.isEssential = isEssential
        self.bytes = bytes
    }

    /// Nothing for an app that has been launched.
    func add(_ database: Database) throws {
        let column = isEssential ? "usedEssentialBytes" : "usedBytes"
        try database.execute(
            sql: "UPDATE initialDownloads SET \(column) = \(column) + ? WHERE bundleID = ?",
            arguments: [bytes, bundleID])
    }
}
