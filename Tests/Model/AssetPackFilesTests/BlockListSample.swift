// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetPackModel

/// A block list of a small archive with all that a list can hold.
struct BlockListSample {
    let compression: UInt8
    var entries: [BlockList.Entry]
    var blocks: [BlockList.Block] = []
    var archiveSize: UInt64

    init(compression: UInt8) {
        self.compression = compression
        entries = [
            .init(kind: .folder, path: "", mode: 0o755, headerSize: 70, dataSize: 0, digest: nil),
            .init(kind: .folder, path: "Contents", mode: 0o755, headerSize: 78, dataSize: 0, digest: nil),
            .init(
                kind: .file, path: "Contents/a.bin", mode: 0o644, headerSize: 90, otherBlobSize: 36, dataSize: 3000,
                digest: Self.digest(3)),
            .init(
                kind: .file, path: "Contents/empty", mode: 0o600, headerSize: 90, dataSize: 0, digest: Self.digest(4)),
            .init(
                kind: .symbolicLink, path: "Contents/läufer", mode: 0o755, headerSize: 99, dataSize: 0,
                digest: Self.digest(5)),
            .init(
                kind: .file, path: "Contents/z..", mode: 0o755, headerSize: 88, dataSize: 2000, digest: Self.digest(6)),
        ]
        let isContainer = compression != BlockList.noContainer
        var stored: UInt64 = isContainer ? 12 : 0
        var plain: UInt64 = 0
        let total = entries.reduce(0) { $0 + $1.streamSize }
        archiveSize = 0
        while plain < total {
            let size = min(1024, total - plain)
            let storedSize = isContainer ? size - size / 3 : size
            if isContainer { stored += 16 }
            var entry = 0
            var start: UInt64 = 0
            while start + entries[entry].streamSize <= plain {
                start += entries[entry].streamSize
                entry += 1
            }
            blocks.append(
                .init(
                    storedOffset: stored, storedSize: UInt32(storedSize), plainSize: UInt32(size),
                    digest: Self.digest(UInt8(100 + blocks.count)), entryIndex: UInt32(entry),
                    entryOffset: plain - start))
            stored += storedSize
            plain += size
        }
        archiveSize = stored
    }

    var plainSize: UInt64 { entries.reduce(0) { $0 + $1.streamSize } }

    func list() throws(BlockListError) -> BlockList {
        var encoder = BlockListEncoder()
        for entry in entries { try encoder.append(entry) }
        for block in blocks { try encoder.append(block) }
        return try encoder.finish(
            compression: compression, archiveSize: archiveSize, archiveDigest: Self.digest(200))
    }

    static func digest(_ byte: UInt8) -> Digest {
        guard let digest = Digest([UInt8](repeating: byte, count: 32)) else { preconditionFailure("32 bytes") }
        return digest
    }
}
