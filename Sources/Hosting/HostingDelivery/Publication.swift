// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// What a host publishes for one app at one moment.
package struct Publication: Sendable {
    /// In the order in which the manifest lists them.
    package var packs: [PublishedPack]
    /// Rises with each change of what is published.
    package var sequence: Int64
    /// IDs of packs that were taken back.
    package var removed: [String]
    /// BCP-47 tag of the app's primary language.
    package var primaryLanguage: String?
    /// Whether the addresses of Apple's form name versions, too: what is fetched is then what its manifest meant.
    package var namesVersions = false
    /// Makes the end of each address, such as a signature, behind its query; nil where there is none.
    package var addressEnd: (@Sendable (_ assetName: String, _ version: Int) -> String)?

    package init(
        packs: [PublishedPack] = [], sequence: Int64 = 0, removed: [String] = [], primaryLanguage: String? = nil
    ) {
        self.packs = packs
        self.sequence = sequence
        self.removed = removed
        self.primaryLanguage = primaryLanguage
    }

    /// The manifest for a device: the packs for its platform, and for Linux the keys that Apple's form lacks.
    package func manifest(in form: ManifestForm, base: String) -> DownloadManifest {
        let entries = packs.filter { form.includes(platforms: $0.platforms) }.map {
            $0.entry(in: form, base: base, namesVersion: namesVersions, end: addressEnd)
        }
        switch form {
        case .apple:
            return DownloadManifest(assetPacks: entries)
        case .linux:
            return DownloadManifest(
                assetPacks: entries, formatVersion: DownloadManifest.currentFormatVersion,
                platform: Platform.linux.parameter, sequence: sequence, removed: removed.isEmpty ? nil : removed,
                primaryLanguage: primaryLanguage)
        }
    }
}
