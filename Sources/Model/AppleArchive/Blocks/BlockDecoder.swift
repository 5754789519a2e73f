// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Decodes the blocks of one codec. Its working memory is reused, so decoding allocates nothing once it is warm.
///
/// Not for use by two threads at a time: make one for each.
package final class BlockDecoder {
    private enum Codec {
        case none
        case lzfse(LZFSEDecoder)
        case lz4(LZ4Codec)
        case zlib(ZlibCodec)
        case lzma(XZCodec)
    }

    package let compression: Compression
    private let codec: Codec

    package init(_ compression: Compression) {
        self.compression = compression
        codec =
            switch compression {
            case .none: .none
            case .lzfse: .lzfse(LZFSEDecoder())
            case .lz4: .lz4(LZ4Codec())
            case .zlib: .zlib(ZlibCodec())
            case .lzma: .lzma(XZCodec())
            }
    }

    /// Decodes one block's payload into `plain`, which it must fill exactly.
    ///
    /// A payload as long as `plain` is stored bytes and is copied (the container's rule). Anything else that does not
    /// decode to exactly `plain.count` bytes throws `corruptPayload`.
    package func decompress(
        _ stored: UnsafeRawBufferPointer, into plain: UnsafeMutableRawBufferPointer
    ) throws(ArchiveError) {
        if stored.count == plain.count {
            plain.copyMemory(from: stored)
            return
        }
        switch codec {
        case .none: throw .corruptPayload(.none, reason: "without compression stored and plain sizes are the same")
        case .lzfse(let decoder): try decoder.decode(stored, into: plain)
        case .lz4(let decoder): try decoder.decode(stored, into: plain)
        case .zlib(let decoder): try decoder.decode(stored, into: plain)
        case .lzma(let decoder): try decoder.decode(stored, into: plain)
        }
    }

    /// Bytes of memory that decoding one block takes beside the block itself, at most.
    package static func workingMemory(_ compression: Compression, plainSize: Int) -> Int {
        switch compression {
        case .none: 0
        case .lzfse, .lz4, .zlib: 64 << 10
        case .lzma: min(plainSize, 64 << 20) + (64 << 10)
        }
    }
}
