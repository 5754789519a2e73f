// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive

/// A run of bytes on its way from the connection to the staged files, and what was made of it.
///
/// `@unchecked Sendable`: it is handed on from the connection to the thread that prepares it and from there to the one
/// that stages it, and only one of them has it at a time.
final class IngestRun: @unchecked Sendable {
    /// Of the block; unless runs are blocks, of the piece.
    var index = 0
    /// What has arrived.
    let arrived: IngestBuffer
    /// Why it could not be prepared; told when its turn comes, so that what is before it is staged all the same.
    private(set) var failure: (any Error)?
    /// What a block stands for; nil when it is stored as it is.
    private(set) var plain: IngestBuffer?
    /// Plain bytes that count.
    private var plainSize = 0
    private var decoder: BlockDecoder?
    private var spare: IngestBuffer?

    init(capacity: Int) { arrived = IngestBuffer(capacity: capacity) }

    /// What is to be extracted.
    var bytes: UnsafeRawBufferPointer {
        plain.map { UnsafeRawBufferPointer(rebasing: $0.writable[..<plainSize]) } ?? arrived.bytes
    }

    /// Makes it empty, to be used again with the memory that it has.
    func removeAll() {
        arrived.removeAll()
        plain = nil
        failure = nil
    }

    func prepare(_ preparer: any RunPreparer) {
        do { try preparer.prepare(self) } catch { failure = error }
    }

    /// Decodes what has arrived to `size` bytes.
    func decode(_ compression: Compression, size: Int) throws(ArchiveError) {
        if spare.map({ $0.capacity < size }) ?? true { spare = IngestBuffer(capacity: size) }
        let decoder = self.decoder ?? BlockDecoder(compression)
        self.decoder = decoder
        guard let target = spare else { return }
        try decoder.decompress(
            arrived.bytes, into: UnsafeMutableRawBufferPointer(rebasing: target.writable[..<size]))
        plain = target
        plainSize = size
    }
}
