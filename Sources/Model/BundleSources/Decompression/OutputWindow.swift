// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The memory that decompressed bytes are handed over in.
final class OutputWindow {
    static let size = 256 << 10
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: OutputWindow.size)

    deinit { start.deallocate() }

    func bytes(_ count: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
}
