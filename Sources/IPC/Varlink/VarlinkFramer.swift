// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Splits a byte stream into Varlink messages: JSON texts that each end with a NUL byte.
package struct VarlinkFramer: Sendable {
    /// Bytes of the largest message that is taken; the rest of the stream is refused after a larger one.
    package let limit: Int

    private var buffer: [UInt8] = []
    private var scanned = 0

    /// Makes a framer that takes messages of up to `limit` bytes.
    package init(limit: Int = 16 << 20) { self.limit = limit }

    /// Whether everything that was read has been taken.
    package var isEmpty: Bool { buffer.isEmpty }

    /// Takes what has been read, in pieces of any size.
    package mutating func append(_ bytes: some Sequence<UInt8>) { buffer.append(contentsOf: bytes) }

    /// The next whole message without its NUL, or nil when more bytes are needed.
    ///
    /// - Throws: `messageTooLarge` when the limit passes before the NUL.
    package mutating func next() throws(VarlinkError) -> [UInt8]? {
        guard let end = buffer[scanned...].firstIndex(of: 0) else {
            scanned = buffer.count
            guard buffer.count <= limit else { throw .messageTooLarge(limit: limit) }
            return nil
        }
        guard end <= limit else { throw .messageTooLarge(limit: limit) }
        let message = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        scanned = 0
        return message
    }
}
