// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// A pack whose files are readable on this device.
package struct StoredPack: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "localPack"

    package var bundleID: String
    package var packID: String
    package var version: Int
    /// Bytes of its files.
    package var bytes: Int64
    /// The manifest entry it was fetched by, as JSON.
    package var entry: Data
    package var installedAt: Double

    package init(bundleID: String, packID: String, version: Int, bytes: Int64, entry: Data, installedAt: Double) {
        self.bundleID = bundleID
        self.packID = packID
        self.version = version
        self.bytes = bytes
        self.entry = entry
        self.installedAt = installedAt
    }
}

/// The newest manifest that a server gave for an app.
package struct StoredManifest: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "manifest"

    package var bundleID: String
    /// Where it was fetched from.
    package var url: String
    package var etag: String?
    package var body: Data
    package var fetchedAt: Double

    package init(bundleID: String, url: String, etag: String?, body: Data, fetchedAt: Double) {
        self.bundleID = bundleID
        self.url = url
        self.etag = etag
        self.body = body
        self.fetchedAt = fetchedAt
    }
}

/// A download that is queued, in flight or paused.
package struct StoredDownload: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "download"

    package var id: String
    package var bundleID: String
    package var packID: String
    package var version: Int
    /// The manifest entry, as JSON.
    package var entry: Data
    /// What relative addresses in the entry are relative to.
    package var manifestURL: String
    /// `essential`, `foreground` or `background`.
    package var kind: String
    /// When somebody paused it (seconds since 1970).
    package var pausedAt: Double?
    package var completedBytes: Int64
    package var attempts: Int
    /// Since when it has been failing (seconds since 1970).
    package var failingSince: Double?
    package var nextAttemptAt: Double?
    package var lastError: String?
    /// What kind of failure that was, by a word of the service.
    package var lastCause: String?
    /// Since when that is what it fails with (seconds since 1970).
    package var lastCauseSince: Double?
    package var createdAt: Double
    /// The calls that have asked for it, oldest first: one that is made again after its reply was lost asks for nothing new.
    package var callIDs: [String] = []
    /// It comes by itself, as an installation or a check wants it, also when nobody waits for it in front any more.
    package var comesByItself = false

    package init(
        id: String, bundleID: String, packID: String, version: Int, entry: Data, manifestURL: String, kind: String,
        completedBytes: Int64 = 0, attempts: Int = 0, nextAttemptAt: Double? = nil,
        lastError: String? = nil, createdAt: Double
    ) {
        self.id = id
        self.bundleID = bundleID
        self.packID = packID
        self.version = version
        self.entry = entry
        self.manifestURL = manifestURL
        self.kind = kind
        self.completedBytes = completedBytes
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
        self.lastError = lastError
        self.createdAt = createdAt
    }
}
