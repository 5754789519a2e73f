// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// A body that comes in pieces.
struct Pieces: AsyncSequence, Sendable {
    struct Broken: Error {}

    private let pieces: [ByteBuffer]
    /// Whether it breaks off at its end.
    private let isBroken: Bool

    init(_ texts: String..., isBroken: Bool = false) {
        pieces = texts.map { ByteBuffer(string: $0) }
        self.isBroken = isBroken
    }

    init(_ bytes: [UInt8]) {
        pieces = [ByteBuffer(bytes: bytes)]
        isBroken = false
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        var rest: ArraySlice<ByteBuffer>
        let isBroken: Bool

        mutating func next() async throws -> ByteBuffer? {
            if rest.isEmpty, isBroken { throw Broken() }
            return rest.popFirst()
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: pieces[...], isBroken: isBroken) }
}
