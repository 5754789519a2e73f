// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Writes what is large in pieces, each when the client has taken enough of those before.
///
/// TLS makes a copy of all that it is given at once: a page of half a megabyte for a client that reads nothing would be that much of
/// memory for as long as the client stays.
struct PacedBodyWriter: ResponseBodyWriter {
    /// The pieces of an archive are no larger, and wait for one another by themselves.
    private static var largest: Int { 256 << 10 }
    private static var pieceSize: Int { 64 << 10 }

    private var inner: any ResponseBodyWriter
    private let eventLoop: any EventLoop

    init(_ inner: any ResponseBodyWriter, on eventLoop: any EventLoop) {
        self.inner = inner
        self.eventLoop = eventLoop
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        guard buffer.readableBytes > Self.largest else { return try await inner.write(buffer) }
        var rest = buffer
        while let piece = rest.readSlice(length: min(Self.pieceSize, rest.readableBytes)), piece.readableBytes > 0 {
            try await inner.write(piece)
            // A write returns when it has been queued. Whether the client takes it is known once its event loop has seen it.
            try await eventLoop.submit {}.get()
        }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { try await inner.finish(trailingHeaders) }
}
