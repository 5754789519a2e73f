// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive
package import AssetPackFiles
package import AssetPackModel

/// All that one reading of an archive tells.
package struct ArchiveScan: Sendable {
    /// An entry, with the digest of a file's content.
    package struct Entry: Sendable {
        package let header: EntryHeader
        package let digest: Digest
    }

    /// Bytes of the archive file.
    package var size: UInt64 = 0
    /// SHA-256 of the archive file.
    package var digest = SHA256Digest().digest
    /// Nil when the archive has no container.
    package var container: ContainerHeader?
    /// Blocks of the container; slices of an archive without one.
    package var blockCount = 0
    /// Bytes of all files once extracted.
    package var installedSize: UInt64 = 0
    /// The small JSON files at the root, by path: one of them is a pack's manifest.
    package var rootFiles: [String: [UInt8]] = [:]
    /// What stands in the archive's blocks file, or why it can have none: it holds what no pack may.
    package var blockList: Result<BlockList, BlockListError> = .failure(.undescribable("there is no entry in it"))

    /// The manifest of the pack.
    ///
    /// - Parameter path: the archive's path, for messages.
    /// - Returns: nil when the archive is no pack.
    /// - Throws: `SourceError` when `Manifest.json` is there and malformed.
    package func packManifest(path: String) throws(SourceError) -> PackManifest? {
        try Self.packManifest(in: rootFiles, path: path)
    }

    static func packManifest(in rootFiles: [String: [UInt8]], path: String) throws(SourceError) -> PackManifest? {
        func parse(_ name: String, _ bytes: [UInt8]) throws(SourceError) -> PackManifest {
            try PackManifest(parsing: SourceText(name: "\(path):\(name)", bytes: bytes))
        }
        if let bytes = rootFiles[PackManifest.path] { return try parse(PackManifest.path, bytes) }
        // Under which name Apple's tool puts it is not documented, so any that reads as one will do.
        for (name, bytes) in rootFiles.sorted(by: { $0.key < $1.key }) {
            if let manifest = try? parse(name, bytes) { return manifest }
        }
        return nil
    }
}
