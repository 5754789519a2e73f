// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A text as C reads it: UTF-8 with a zero byte behind it, at one place as long as this lives.
// @unchecked Sendable: the bytes do not change after `init`.
final class Text: @unchecked Sendable {
    let pointer: UnsafePointer<CChar>
    /// Bytes without the zero.
    let size: Int

    init(_ string: String) {
        let utf8 = Array(string.utf8)
        let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count + 1)
        for (index, byte) in utf8.enumerated() { (bytes + index).initialize(to: CChar(bitPattern: byte)) }
        (bytes + utf8.count).initialize(to: 0)
        pointer = UnsafePointer(bytes)
        size = utf8.count
    }

    deinit { pointer.deallocate() }
}
