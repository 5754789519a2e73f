// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// One version of a pack as a host publishes it, apart from where it lies.
package struct PublishedPack: Hashable, Sendable {
    /// The blocks file of the archive.
    package struct Blocks: Hashable, Sendable {
        /// Bytes.
        package var size: Int64
        package var sha256: Digest

        package init(size: Int64, sha256: Digest) {
            self.size = size
            self.sha256 = sha256
        }
    }

    package var id: String
    package var version: Int
    /// Bytes of the archive.
    package var downloadSize: Int64
    /// SHA-256 of the archive.
    package var sha256: Digest
    package var downloadPolicy: DownloadPolicy
    /// The platforms that it is for; empty for all.
    package var platforms: Set<Platform>
    package var userInfo: JSONValue?
    /// BCP-47 tag of a localized pack.
    package var language: String?
    /// Bytes of the files once extracted; nil when unknown.
    package var installedSize: Int64?
    /// Nil when it has none: a transfer that was killed then starts again.
    package var blocks: Blocks?

    package init(
        id: String, version: Int, downloadSize: Int64, sha256: Digest, downloadPolicy: DownloadPolicy,
        platforms: Set<Platform> = [], userInfo: JSONValue? = nil, language: String? = nil,
        installedSize: Int64? = nil, blocks: Blocks? = nil
    ) {
        self.id = id
        self.version = version
        self.downloadSize = downloadSize
        self.sha256 = sha256
        self.downloadPolicy = downloadPolicy
        self.platforms = platforms
        self.userInfo = userInfo
        self.language = language
        self.installedSize = installedSize
        self.blocks = blocks
    }

    /// The entry for a device.
    ///
    /// The Linux form names the version in each URL, so that a transfer under way never mixes two. `base` is scheme,
    /// authority and path that `/assets/…` is appended to, with no slash at its end.
    ///
    /// - `namesVersion`: whether the URL of Apple's form has it, too. Each URL has the digest of its bytes then, and is of no
    ///   others for ever: not even of a version with the same number in a host that was made anew of a backup.
    /// - `end`: what a URL with a version ends with, by the name of what is served there.
    package func entry(
        in form: ManifestForm, base: String, namesVersion: Bool = false, end: ((String, Int) -> String)? = nil
    ) -> DownloadManifestEntry {
        func versioned(_ name: String, _ digest: Digest) -> String {
            "\(base)/assets/\(name)?version=\(version)" + (namesVersion ? "&sha256=\(digest)" : "")
                + (end?(name, version) ?? "")
        }
        switch form {
        case .apple:
            return DownloadManifestEntry(
                id: id, url: namesVersion ? versioned(id, sha256) : "\(base)/assets/\(id)", version: version,
                downloadSize: downloadSize, downloadPolicy: downloadPolicy, userInfo: userInfo)
        case .linux:
            return DownloadManifestEntry(
                id: id, url: versioned(id, sha256), version: version, downloadSize: downloadSize,
                downloadPolicy: downloadPolicy, userInfo: userInfo, sha256: sha256,
                blocks: blocks.map {
                    DownloadManifestEntry.Blocks(
                        url: versioned(id + PackPart.blocksSuffix, $0.sha256), size: $0.size, sha256: $0.sha256)
                }, installedSize: installedSize, language: language)
        }
    }
}
