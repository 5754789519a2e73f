// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// A body whose pieces come when a test gives them.
struct SlowPieces: AsyncSequence, Sendable {
    struct Broken: Error {}

    private let pieces: AsyncThrowingStream<ByteBuffer, any Error>
    private let source: AsyncThrowingStream<ByteBuffer, any Error>.Continuation
    private let asked: AsyncStream<Void>
    private let asking: AsyncStream<Void>.Continuation

    init() {
        (pieces, source) = AsyncThrowingStream.makeStream()
        (asked, asking) = AsyncStream.makeStream()
    }

    func give(_ bytes: [UInt8]) { source.yield(ByteBuffer(bytes: bytes)) }
    func finish() { source.finish() }
    func breakOff() { source.finish(throwing: Broken()) }

    /// Returns when a piece is wanted that is not there.
    func waitUntilAsked(_ count: Int = 1) async {
        var left = count
        for await _ in asked {
            left -= 1
            if left == 0 { return }
        }
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        var pieces: AsyncThrowingStream<ByteBuffer, any Error>.Iterator
        let asking: AsyncStream<Void>.Continuation

        mutating func next() async throws -> ByteBuffer? {
            asking.yield()
            return try await pieces.next()
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: pieces.makeAsyncIterator(), asking: asking) }
}
