// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// Something that happened to a download of a pack.
package struct PackEvent: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, CaseIterable, Sendable {
        /// The subscription stands; the first message of every stream, without a pack.
        case subscribed
        case began, paused, downloading, finished, failed
    }

    /// Rises within a service's database; the same event keeps its ID when it is sent again.
    package var id: Int64
    package var kind: Kind
    package var bundleID: String
    package var pack: DownloadManifestEntry?
    package var completedBytes: Int64
    package var totalBytes: Int64
    package var failure: PackFailure?

    package init(
        id: Int64, kind: Kind, bundleID: String, pack: DownloadManifestEntry?, completedBytes: Int64 = 0,
        totalBytes: Int64 = 0, failure: PackFailure? = nil
    ) {
        self.id = id
        self.kind = kind
        self.bundleID = bundleID
        self.pack = pack
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
        self.failure = failure
    }
}
