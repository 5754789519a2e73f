// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// Something that happened to a download of a pack.
package struct PackEvent: Codable, Equatable, Sendable {
    package enum Kind: String, OpenEnumeration {
        /// The subscription stands: from here on nothing is missed. Comes once in every stream, without a pack.
        case subscribed
        case began, paused, downloading, finished, failed
        /// No version of the pack is on this device any more.
        case removed
        case unknown
    }

    /// Rises within a service's database; the same event keeps its ID when it is sent again.
    package var id: Int64
    package var kind: Kind
    package var bundleID: String
    package var pack: DownloadManifestEntry?
    package var completedBytes: Int64
    package var totalBytes: Int64
    package var failure: PackFailure?
    /// It happened before this subscription; nil stands for no.
    package var missed: Bool?

    package init(
        id: Int64, kind: Kind, bundleID: String, pack: DownloadManifestEntry?, completedBytes: Int64 = 0,
        totalBytes: Int64 = 0, failure: PackFailure? = nil, missed: Bool? = nil
    ) {
        self.id = id
        self.kind = kind
        self.bundleID = bundleID
        self.pack = pack
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
        self.failure = failure
        self.missed = missed
    }

    /// Whether it tells how something ended: such events are kept until somebody has taken them.
    package var isCompletion: Bool { kind == .finished || kind == .failed || kind == .removed }
}
