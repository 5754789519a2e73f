// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Encodes the blocks of one codec. Its working memory is reused, so encoding allocates nothing once it is warm.
///
/// Not for use by two threads at a time: make one for each. The same bytes always give the same payload.
package final class BlockEncoder {
    private enum Codec {
        case none
        case lzfse(LZFSEEncoder)
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
            case .lzfse: .lzfse(LZFSEEncoder())
            case .lz4: .lz4(LZ4Codec())
            case .zlib: .zlib(ZlibCodec())
            case .lzma: .lzma(XZCodec())
            }
    }

    /// Encodes one block and returns how many bytes of `target` it takes; nil when it would not be smaller than
    /// `source` or does not fit, and then the block is to be stored as it is.
    package func compress(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int? {
        switch codec {
        case .none: nil
        case .lzfse(let encoder): encoder.encode(source, into: target)
        case .lz4(let encoder): encoder.encode(source, into: target)
        case .zlib(let encoder): encoder.encode(source, into: target)
        case .lzma(let encoder): encoder.encode(source, into: target)
        }
    }

    /// Bytes of memory that encoding one block takes beside the block itself, about.
    package static func workingMemory(_ compression: Compression, plainSize: Int) -> Int {
        switch compression {
        case .none: 0
        case .lzfse: 1 << 20
        case .lz4, .zlib: 300 << 10
        case .lzma: 4 << 20 + 12 * min(plainSize, XZCodec.dictionarySize)
        }
    }
}
