// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// What an app may fetch before its first launch, and what it has fetched so far.
package struct StoredInitialDownloads: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "initialDownloads"

    package var bundleID: String
    /// Bytes of all non-essential downloads; nil without a bound.
    package var downloadAllowance: Int64?
    /// Bytes of all essential downloads and the manifest; nil without a bound.
    package var essentialDownloadAllowance: Int64?
    /// Names of hosts; nil when all are allowed.
    package var domainAllowList: [String]?
    /// Bytes of non-essential downloads that have ended.
    package var usedBytes: Int64
    /// Bytes of essential downloads that have ended, and of manifests.
    package var usedEssentialBytes: Int64
    /// What the app was refused, as JSON of the service.
    package var refusals: Data?

    package init(
        bundleID: String, downloadAllowance: Int64?, essentialDownloadAllowance: Int64?, domainAllowList: [String]?
    ) {
        self.bundleID = bundleID
        self.downloadAllowance = downloadAllowance
        self.essentialDownloadAllowance = essentialDownloadAllowance
        self.domainAllowList = domainAllowList
        usedBytes = 0
        usedEssentialBytes = 0
    }
}
