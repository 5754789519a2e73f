// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive
package import AssetPackModel

/// All that one reading of an archive tells.
package struct ArchiveScan: Sendable {
    /// An entry, with the digest of a file's content.
    package struct Entry: Sendable {
        package let header: EntryHeader
        package let digest: Digest
    }

    package var size: UInt64 = 0
    package var digest: Digest = SHA256Digest().digest
    /// Nil when the archive has no container.
    package var container: ContainerHeader?
    package var entries: [Entry] = []
    package var blocks: [BlockListAssembler.RawBlock] = []
    /// The JSON files at the root, by path: one of them is a pack's manifest.
    package var rootFiles: [String: [UInt8]] = [:]

    /// Bytes of all files once extracted.
    package var installedSize: UInt64 {
        entries.reduce(0) { $0 &+ ($1.header.kind == .file ? $1.header.dataSize ?? 0 : 0) }
    }

    /// The manifest of the pack; nil when the archive is none.
    ///
    /// - Throws: `PackagingError.source` when `Manifest.json` is there and malformed.
    package func packManifest(path: String) throws(PackagingError) -> PackManifest? {
        try Self.packManifest(in: rootFiles, path: path)
    }

    static func packManifest(
        in rootFiles: [String: [UInt8]], path: String
    ) throws(PackagingError) -> PackManifest? {
        func parse(_ name: String, _ bytes: [UInt8]) throws(SourceError) -> PackManifest {
            try PackManifest(parsing: SourceText(name: "\(path):\(name)", bytes: bytes))
        }
        if let bytes = rootFiles[PackManifest.path] {
            do {
                return try parse(PackManifest.path, bytes)
            } catch {
                throw .source(error)
            }
        }
        // Under which name Apple's tool puts it is not documented, so any that reads as one will do.
        for (name, bytes) in rootFiles.sorted(by: { $0.key < $1.key }) {
            if let manifest = try? parse(name, bytes) { return manifest }
        }
        return nil
    }
}
