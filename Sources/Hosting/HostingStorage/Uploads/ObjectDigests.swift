// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import NIOCore
internal import SystemSupport

/// Digests of an object that has arrived in parts, computed while it is read once.
struct ObjectDigests: Equatable, Sendable {
    let md5: String
    let sha256: String
    /// MD5 of the MD5 of all parts, with their count behind it.
    let composite: String

    private static let pieceSize: Int64 = 1 << 20

    init(of upload: ObjectUpload, in objects: any ObjectStore) async throws(StorageError) {
        var (first, second, parts) = (Insecure.MD5(), SHA256(), Insecure.MD5())
        for number in 1...max(upload.partCount, 1) {
            guard let range = upload.range(ofPart: number) else { continue }
            var part = Insecure.MD5()
            var offset = range.lowerBound
            while offset < range.upperBound {
                let count = Int(min(Self.pieceSize, range.upperBound - offset))
                let bytes = try await objects.read(upload.key, at: offset, count: count)
                bytes.withUnsafeReadableBytes {
                    first.update(bufferPointer: $0)
                    second.update(bufferPointer: $0)
                    part.update(bufferPointer: $0)
                }
                offset += Int64(count)
            }
            parts.update(data: Data(part.finalize()))
        }
        md5 = Hexadecimal.text(first.finalize())
        sha256 = Hexadecimal.text(second.finalize())
        composite = Hexadecimal.text(parts.finalize()) + "-\(upload.partCount)"
    }
}
