// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization

/// How many bytes of a body have been handed over.
final class ByteCounter: Sendable {
    private let value = Atomic<Int64>(0)
    var count: Int64 { value.load(ordering: .relaxed) }
    func add(_ count: Int) { value.wrappingAdd(Int64(count), ordering: .relaxed) }
}

/// Passes a body on and counts its bytes.
struct CountingWriter: ResponseBodyWriter {
    var base: any ResponseBodyWriter
    let counter: ByteCounter

    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        try await base.write(buffer)
        counter.add(buffer.readableBytes)
    }

    @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await base.finish(trailingHeaders)
    }
}
