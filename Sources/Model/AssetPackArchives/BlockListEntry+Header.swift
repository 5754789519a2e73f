// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive
package import AssetPackFiles
package import AssetPackModel

extension BlockList.Entry {
    /// The entry of a block list for an entry of an archive.
    ///
    /// - Parameters:
    ///   - header: the entry's header.
    ///   - headerSize: its bytes in the entry stream.
    ///   - contentDigest: of a file's content; not used for others.
    /// - Throws: `BlockListError.undescribable` for what a pack cannot hold: devices and the like, or blobs of 4 GiB.
    package init(header: EntryHeader, headerSize: Int, contentDigest: Digest) throws(BlockListError) {
        let kind: BlockList.Kind
        let digest: Digest?
        switch header.kind {
        case .file: (kind, digest) = (.file, contentDigest)
        case .folder: (kind, digest) = (.folder, nil)
        case .symbolicLink: (kind, digest) = (.symbolicLink, SHA256Digest.of((header.linkTarget ?? "").utf8))
        default: throw .undescribable("\(header.path) is a \(header.kind.word), which no pack may hold")
        }
        if kind != .folder || !header.path.isEmpty {
            do throws(ArchiveError) {
                try EntryPath.check(header.path)
            } catch {
                throw .undescribable(error.description)
            }
        }
        let dataSize = header.dataSize ?? 0
        guard kind == .file || dataSize == 0 else {
            throw .undescribable("\(header.path) is a \(header.kind.word) with data")
        }
        let blobs = header.blobs.reduce(UInt64(0)) { $0.addingReportingOverflow($1.size).partialValue } &- dataSize
        guard let otherBlobSize = UInt32(exactly: blobs), let size = UInt16(exactly: headerSize) else {
            throw .undescribable("\(header.path) carries attributes too large for a block list")
        }
        self.init(
            kind: kind, path: header.path, mode: header.mode ?? (kind == .file ? 0o644 : 0o755), headerSize: size,
            otherBlobSize: otherBlobSize, dataSize: dataSize, digest: digest)
    }
}
