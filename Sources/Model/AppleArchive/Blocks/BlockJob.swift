// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The memory of one block that is being encoded or decoded.
final class BlockJob {
    var stored = RawMemory()
    var plain = RawMemory()
    var storedSize = 0
    var plainSize = 0
    /// What went wrong when the block was decoded.
    var failure: ArchiveError?
    /// The codecs that work on it; lent by a pipeline while the job runs, since they may hold far more memory.
    var codecs: Codecs?

    /// Codecs that have been made so far, to be used again.
    final class Codecs {
        var decoder: BlockDecoder?
        var encoder: BlockEncoder?
    }

    var storedBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(stored.bytes(storedSize)) }
    var plainBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(plain.bytes(plainSize)) }

    /// Decodes `stored` into `plain`.
    func decode(_ compression: Compression) {
        let decoder = codecs?.decoder ?? BlockDecoder(compression)
        codecs?.decoder = decoder
        plain.reserve(plainSize)
        do throws(ArchiveError) {
            try decoder.decompress(storedBytes, into: plain.bytes(plainSize))
        } catch {
            failure = error
        }
    }

    /// Encodes `plain` into `stored`; where that does not make it smaller, `storedSize` becomes `plainSize`, and the
    /// plain bytes are what is to be stored.
    func encode(_ compression: Compression) {
        guard compression != .none else {
            storedSize = plainSize
            return
        }
        let encoder = codecs?.encoder ?? BlockEncoder(compression)
        codecs?.encoder = encoder
        stored.reserve(plainSize)
        storedSize = encoder.compress(plainBytes, into: stored.bytes(plainSize)) ?? plainSize
    }
}

// One owner at a time: a coordinator fills a job, gives it to a single task, and touches it again only when that task
// has ended.
extension BlockJob: @unchecked Sendable {}
