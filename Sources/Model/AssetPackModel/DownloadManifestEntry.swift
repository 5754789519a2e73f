// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// One pack in a download manifest: what a device needs to decide on and fetch it.
///
/// Keys of Apple's own tool: `id`, `url`, `version`, `downloadSize`, `downloadPolicy`, `host`, `userInfo`. A manifest
/// for Linux adds `sha256`, `blocks`, `installedSize` and `language`.
package struct DownloadManifestEntry: Codable, Hashable, Sendable {
    /// Where the pack comes from. Only third-party hosts are known.
    package struct Host: Codable, Hashable, Sendable {
        package struct ThirdParty: Codable, Hashable, Sendable {
            package init() {}
        }
        package var thirdParty: ThirdParty?

        package init(thirdParty: ThirdParty?) { self.thirdParty = thirdParty }
    }

    /// The `blocks` file beside the archive: its place, size in bytes and SHA-256.
    package struct Blocks: Codable, Hashable, Sendable {
        package var url: String
        package var size: Int64
        package var sha256: Digest

        package init(url: String, size: Int64, sha256: Digest) {
            self.url = url
            self.size = size
            self.sha256 = sha256
        }
    }

    package var id: String
    /// Where the archive lies; relative to the manifest's own URL when it has no scheme.
    package var url: String
    package var version: Int
    /// Bytes of the archive file.
    package var downloadSize: Int64
    package var downloadPolicy: DownloadPolicy
    package var host: Host?
    package var userInfo: JSONValue?
    /// SHA-256 of the archive file (Linux).
    package var sha256: Digest?
    package var blocks: Blocks?
    /// Bytes of the files once extracted (Linux).
    package var installedSize: Int64?
    /// BCP-47 tag of a localized pack (Linux).
    package var language: String?

    package init(
        id: String, url: String, version: Int, downloadSize: Int64, downloadPolicy: DownloadPolicy,
        host: Host? = Host(thirdParty: .init()), userInfo: JSONValue? = nil, sha256: Digest? = nil,
        blocks: Blocks? = nil, installedSize: Int64? = nil, language: String? = nil
    ) {
        self.id = id
        self.url = url
        self.version = version
        self.downloadSize = downloadSize
        self.downloadPolicy = downloadPolicy
        self.host = host
        self.userInfo = userInfo
        self.sha256 = sha256
        self.blocks = blocks
        self.installedSize = installedSize
        self.language = language
    }
}
