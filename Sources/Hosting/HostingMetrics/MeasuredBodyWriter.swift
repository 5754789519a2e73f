// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Counts what is written of a body.
struct MeasuredBodyWriter: ResponseBodyWriter {
    private var inner: any ResponseBodyWriter
    private let measurement: RequestMeasurement

    init(_ inner: any ResponseBodyWriter, _ measurement: RequestMeasurement) {
        self.inner = inner
        self.measurement = measurement
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        try await inner.write(buffer)
        measurement.add(bytes: buffer.readableBytes)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { try await inner.finish(trailingHeaders) }
}
