// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// A small content that is held in memory: a manifest.
package struct MemoryContent: DeliveryContent {
    package let tag: EntityTag
    private let bytes: ByteBuffer

    package init(_ bytes: some Sequence<UInt8>, tag: EntityTag) {
        self.bytes = ByteBuffer(bytes: bytes)
        self.tag = tag
    }

    package var size: Int64 { Int64(bytes.readableBytes) }

    package func read(at offset: Int64, count: Int) async throws(ContentError) -> ByteBuffer {
        guard let slice = readAtHand(at: offset, count: count) else {
            throw .unreadable(path: "the content", reason: "it has \(size) bytes")
        }
        return slice
    }

    package func readAtHand(at offset: Int64, count: Int) -> ByteBuffer? {
        bytes.getSlice(at: bytes.readerIndex + Int(offset), length: count)
    }
}
