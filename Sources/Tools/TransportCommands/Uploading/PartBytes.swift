// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// The bytes of a part as they are sent, read piece by piece.
struct PartBytes: AsyncSequence, Sendable {
    let archive: ArchiveBytes
    let offset: Int64
    let length: Int64
    let meter: UploadMeter.Part?

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let bytes: PartBytes
        fileprivate var place: Int64

        mutating func next() async throws -> ByteBuffer? {
            let end = bytes.offset + bytes.length
            guard place < end else { return nil }
            let piece = try bytes.archive.read(at: place, atMost: end - place)
            guard piece.readableBytes > 0 else { throw TransportError.changed(path: bytes.archive.path) }
            place += Int64(piece.readableBytes)
            bytes.meter?.count(Int64(piece.readableBytes))
            return piece
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: self, place: offset) }
}
