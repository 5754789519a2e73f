// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel
package import HostingModel

/// What is recorded of a valid archive.
package struct ProcessedArchive: Equatable, Sendable {
    /// SHA-256 of the archive, in lower-case hexadecimal digits.
    package var sha256: String
    /// Those that its manifest names.
    package var platforms: [Platform]
    /// The language of a localized pack.
    package var locale: String?
    package var downloadPolicy: DownloadPolicy
    package var userInfo: JSONValue?
    /// Bytes that it takes when it is installed.
    package var installedSize: Int64
    /// The object that lists its files.
    package var listing: ObjectKey
    /// The list of its blocks.
    package var blocks: StoredObject
    /// Warnings and the like.
    package var problems: ProblemList

    package init(
        sha256: String, platforms: [Platform], locale: String?, downloadPolicy: DownloadPolicy,
        userInfo: JSONValue? = nil, installedSize: Int64, listing: ObjectKey, blocks: StoredObject,
        problems: ProblemList
    ) {
        self.sha256 = sha256
        self.platforms = platforms
        self.locale = locale
        self.downloadPolicy = downloadPolicy
        self.userInfo = userInfo
        self.installedSize = installedSize
        self.listing = listing
        self.blocks = blocks
        self.problems = problems
    }
}
