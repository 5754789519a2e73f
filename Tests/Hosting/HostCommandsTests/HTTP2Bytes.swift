// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Frames of HTTP/2 (RFC 9113), as no careful client sends them.
enum HTTP2Bytes {
    /// - `window`: bytes that each stream may send.
    static func preface(window: UInt32) -> [UInt8] {
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4, flags: 0, stream: 0, [0, 4] + bytes(window))
    }

    /// A request without a body.
    static func get(_ path: String, stream: UInt32) -> [UInt8] {
        func literal(_ index: UInt8, _ text: String) -> [UInt8] { [index, UInt8(text.utf8.count)] + Array(text.utf8) }
        return frame(1, flags: 5, stream: stream, [0x82, 0x87] + literal(4, path) + literal(1, "localhost"))
    }

    private static func frame(_ type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        Array(bytes(UInt32(payload.count)).dropFirst()) + [type, flags] + bytes(stream) + payload
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
