// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackFiles
package import AssetPackModel

/// An archive that is to be named in a download manifest, as far as the manifest tells of it.
package struct PublishedArchive: Sendable {
    /// Its path as the user gave it.
    package let path: String
    package let manifest: PackManifest
    /// Bytes of the file.
    package let size: Int64
    package let digest: Digest
    /// Its block list; nil when it has none, or none was asked for.
    package let blocks: BlockList?
    /// The paths of the files in the pack, as apps ask for them.
    package let contentPaths: [String]
    /// What should be looked at.
    package let warnings: [String]

    package init(
        path: String, manifest: PackManifest, size: Int64, digest: Digest, blocks: BlockList?,
        contentPaths: [String], warnings: [String] = []
    ) {
        self.path = path
        self.manifest = manifest
        self.size = size
        self.digest = digest
        self.blocks = blocks
        self.contentPaths = contentPaths
        self.warnings = warnings
    }
}

extension BlockList {
    /// The paths of the files in the pack that it describes, as apps ask for them.
    package var contentPaths: [String] {
        let prefix = PackManifest.contents + "/"
        return entries.compactMap { entry in
            entry.kind != .folder && entry.path.hasPrefix(prefix) ? String(entry.path.dropFirst(prefix.count)) : nil
        }
    }
}
