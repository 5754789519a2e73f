// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a BAManifestURL serves: the packs of an app for one platform.
///
/// Apple's form has `assetPacks` only; the Linux form adds the other keys.
package struct DownloadManifest: Codable, Hashable, Sendable {
    /// The version of the Linux form that this code writes and reads.
    package static let currentFormatVersion = 1

    package var assetPacks: [DownloadManifestEntry]
    package var formatVersion: Int?
    package var platform: String?
    /// Rises with each publication.
    package var sequence: Int64?
    /// IDs of packs that were taken back: devices remove them.
    package var removed: [String]?
    /// BCP-47 tag of the app's primary language.
    package var primaryLanguage: String?

    package init(
        assetPacks: [DownloadManifestEntry], formatVersion: Int? = nil, platform: String? = nil, sequence: Int64? = nil,
        removed: [String]? = nil, primaryLanguage: String? = nil
    ) {
        self.assetPacks = assetPacks
        self.formatVersion = formatVersion
        self.platform = platform
        self.sequence = sequence
        self.removed = removed
        self.primaryLanguage = primaryLanguage
    }

    /// The entry with this ID.
    package func entry(withID id: String) -> DownloadManifestEntry? { assetPacks.first { $0.id == id } }
}
