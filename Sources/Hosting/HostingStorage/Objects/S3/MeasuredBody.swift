// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// A body that has exactly as many bytes as it should, or breaks off. Its last bytes come when it is known that there are no more:
/// who receives them would take it for whole.
struct MeasuredBody<Bytes: AsyncSequence<ByteBuffer, any Error> & Sendable>: AsyncSequence, Sendable {
    private let bytes: Bytes
    private let size: Int64

    init(_ bytes: Bytes, size: Int64) {
        self.bytes = bytes
        self.size = size
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var iterator: Bytes.AsyncIterator
        fileprivate var rest: Int64

        mutating func next() async throws -> ByteBuffer? {
            guard let buffer = try await iterator.next() else {
                guard rest == 0 else { throw StorageError.unexpected("a part ended \(rest) bytes before its end") }
                return nil
            }
            rest -= Int64(buffer.readableBytes)
            if rest == 0 { while let more = try await iterator.next() { rest -= Int64(more.readableBytes) } }
            guard rest >= 0 else { throw StorageError.unexpected("a part has \(-rest) bytes too many") }
            return buffer
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: bytes.makeAsyncIterator(), rest: size) }
}
