// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import NIOCore
internal import Synchronization
internal import SystemSupport

/// Bytes of an object, in pieces, all of which go into a digest.
struct ObjectReading: AsyncSequence, Sendable {
    /// Of what was read so far, over several of these.
    final class Digest: Sendable {
        private let state = Mutex(SHA256())

        func update(_ bytes: ByteBuffer) {
            state.withLock { state in bytes.withUnsafeReadableBytes { state.update(bufferPointer: $0) } }
        }

        /// In lower-case hexadecimal digits.
        var text: String { state.withLock { Hexadecimal.text($0.finalize()) } }
    }

    /// Bytes that are read at once.
    static let pieceSize: Int64 = 4 << 20
    let store: any ObjectStore
    let key: ObjectKey
    let range: Range<Int64>
    let digest: Digest

    struct AsyncIterator: AsyncIteratorProtocol {
        let reading: ObjectReading
        var place: Int64

        mutating func next() async throws -> ByteBuffer? {
            let count = Swift.min(ObjectReading.pieceSize, reading.range.upperBound - place)
            guard count > 0 else { return nil }
            let bytes = try await reading.store.read(reading.key, at: place, count: Int(count))
            reading.digest.update(bytes)
            place += count
            return bytes
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reading: self, place: range.lowerBound) }
}
