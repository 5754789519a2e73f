// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Collects the body of a response.
struct CollectingWriter: ResponseBodyWriter {
    final class Bytes: Sendable {
        private let storage = Mutex<[UInt8]>([])
        private let largest = Mutex(0)
        var value: [UInt8] { storage.withLock { $0 } }
        var largestPiece: Int { largest.withLock { $0 } }
        func append(_ buffer: ByteBuffer) {
            storage.withLock { $0.append(contentsOf: buffer.readableBytesView) }
            largest.withLock { $0 = max($0, buffer.readableBytes) }
        }
    }
    let bytes: Bytes

    @concurrent func write(_ buffer: ByteBuffer) async throws { bytes.append(buffer) }
    @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension Response {
    /// The bytes of the body.
    @concurrent func collected() async throws -> CollectingWriter.Bytes {
        let bytes = CollectingWriter.Bytes()
        try await body.write(CollectingWriter(bytes: bytes))
        return bytes
    }
}
