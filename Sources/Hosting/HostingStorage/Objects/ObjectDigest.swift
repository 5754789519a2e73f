// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import NIOCore
internal import SystemSupport

/// The SHA-256 of an object, over every byte that its store has.
struct ObjectDigest: Sendable {
    /// Bytes that are read at a time.
    private static let pieceSize: Int64 = 4 << 20
    private var state = SHA256()
    /// Bytes that were read, also when it came to no end.
    private(set) var count: Int64 = 0

    /// In lower-case hexadecimal digits.
    var text: String { Hexadecimal.text(state.finalize()) }

    /// - `size`: bytes of the object.
    mutating func read(_ key: ObjectKey, size: Int64, from store: any ObjectStore) async throws(StorageError) {
        while count < size {
            let bytes = try await store.read(key, at: count, count: Int(min(Self.pieceSize, size - count)))
            bytes.withUnsafeReadableBytes { state.update(bufferPointer: $0) }
            count += Int64(bytes.readableBytes)
        }
    }
}
