// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackFiles
internal import AssetPackModel

internal import struct Crypto.SHA256

/// Verifies a stored block by its digest before anything of it is decoded, and decodes it.
struct BlockPreparer: RunPreparer {
    let list: BlockList
    let url: String
    let compression: Compression

    func prepare(_ run: IngestRun) throws {
        let block = list.blocks[run.index]
        guard Digest(Array(SHA256.hash(data: run.arrived.bytes))) == block.digest else {
            throw TransferError.digestMismatch(url: url, what: "block \(run.index)")
        }
        if block.storedSize != block.plainSize { try run.decode(compression, size: Int(block.plainSize)) }
    }
}
