// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import HostingModel
internal import NIOCore
internal import SystemSupport

/// Writes the bytes of a part to its place in a file, and digests them.
///
/// They come a record of TLS at a time. So many are written in one go that a thread is worth its while, and no more, for many
/// upload at a time.
struct PartWriter {
    private static let batchSize = 128 << 10

    private let store: FolderObjectStore
    private let file: SharedDescriptor
    private let range: Range<Int64>
    private let number: Int
    /// By which it may write to the place that others write to, too; nil for a file of its own.
    private let passage: (gate: UploadGate, pass: UploadGate.Pass)?
    private var digest = Insecure.MD5()
    private var waiting: [ByteBuffer] = []
    private var waitingSize = 0
    /// Where what waits begins.
    private var place: Int64

    /// - `range`: of the part, in the file.
    init(
        _ store: FolderObjectStore, _ file: SharedDescriptor, part number: Int, range: Range<Int64>,
        passage: (gate: UploadGate, pass: UploadGate.Pass)? = nil
    ) {
        self.passage = passage
        (self.store, self.file, self.number, self.range, place) = (store, file, number, range, range.lowerBound)
    }

    mutating func append(_ bytes: ByteBuffer) async throws(StorageError) {
        guard place + Int64(waitingSize + bytes.readableBytes) <= range.upperBound else {
            throw wrongSize(place - range.lowerBound + Int64(waitingSize + bytes.readableBytes))
        }
        waiting.append(bytes)
        waitingSize += bytes.readableBytes
        if waitingSize >= Self.batchSize { try await write() }
    }

    /// Waits until all is on the disk.
    mutating func finish() async throws(StorageError) -> StoredPart {
        try await write()
        guard place == range.upperBound else {
            throw wrongSize(place - range.lowerBound)
        }
        let file = file
        try await store.blocking { () throws(SystemError) in try file.synchronize() }
        return StoredPart(number: number, size: Int64(range.count), entityTag: Hexadecimal.text(digest.finalize()))
    }

    /// - `found`: as many bytes have come, or more.
    private func wrongSize(_ found: Int64) -> StorageError {
        .refused(.partSizeDiffers(number: number, announced: Int64(range.count), found: found))
    }

    private mutating func write() async throws(StorageError) {
        let (buffers, file, begin, before) = (waiting, file, place, digest)
        if let passage {
            guard passage.gate.enter(passage.pass) else { throw FolderObjectStore.overtaken }
        }
        defer { if let passage { passage.gate.leave(passage.pass) } }
        digest = try await store.blocking { () throws(SystemError) in
            var (digest, place) = (before, begin)
            for buffer in buffers {
                buffer.withUnsafeReadableBytes { digest.update(bufferPointer: $0) }
                try file.write(buffer, at: place)
                place += Int64(buffer.readableBytes)
            }
            return digest
        }
        place += Int64(waitingSize)
        waiting.removeAll(keepingCapacity: true)
        waitingSize = 0
    }
}
