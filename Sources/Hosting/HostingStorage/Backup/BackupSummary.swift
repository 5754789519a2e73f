// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What `backup.json` says: a folder is a backup when it has one.
package struct BackupSummary: Codable, Equatable, Sendable {
    /// That of this program.
    static let currentFormat = 1

    let format: Int
    /// Milliseconds since 1970.
    let madeAt: Int64
    /// The steps of the schema that the rows are of.
    let migrations: [String]
    /// The file of the records, which are lines of JSON.
    let records: String
    let recordsSHA256: String
    package let rowCount: Int
    package let objectCount: Int
    /// Bytes of all objects.
    package let objectSize: Int64

    /// When the backup was made.
    package var time: Timestamp { Timestamp(milliseconds: madeAt) }
}
