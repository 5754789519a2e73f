// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Takes bytes apart into the messages of Varlink, each of which ends with a NUL.
struct MessageReader {
    /// Bytes of the longest message that another machine may send.
    static let limit = 64 << 10
    private var pending: [UInt8] = []

    /// The messages that have become whole.
    ///
    /// - Returns: nil when one is too long.
    mutating func take(_ buffer: ByteBuffer) -> [[UInt8]]? {
        var messages: [[UInt8]] = []
        for byte in buffer.readableBytesView {
            if byte == 0 {
                messages.append(pending)
                pending = []
            } else {
                guard pending.count < Self.limit else { return nil }
                pending.append(byte)
            }
        }
        return messages
    }
}
