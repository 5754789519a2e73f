// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A `ba_contents`: the bytes of a file, at one place as long as this lives.
// @unchecked Sendable: the bytes do not change after `init`.
final class ContentsObject: @unchecked Sendable {
    /// `Data` keeps fewer bytes than this in itself, where they have no place that lasts.
    private static let smallestKeptSize = 64

    let bytes: UnsafeRawPointer
    let size: Int
    /// The mapping, or nil when the bytes are this object's own.
    private let data: Data?

    init(_ data: Data) {
        size = data.count
        let kept = data.withUnsafeBytes { $0.count >= Self.smallestKeptSize ? $0.baseAddress : nil }
        if let kept {
            // Bytes behind a reference, which nobody writes to, stay where they are.
            bytes = kept
            self.data = data
        } else {
            let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, data.count), alignment: 16)
            data.copyBytes(to: UnsafeMutableRawBufferPointer(start: copy, count: data.count))
            bytes = UnsafeRawPointer(copy)
            self.data = nil
        }
    }

    deinit { if data == nil { bytes.deallocate() } }
}
