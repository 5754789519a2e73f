// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A run of raw memory that frees itself, and that keeps its capacity from use to use.
struct RawMemory: ~Copyable {
    private(set) var pointer: UnsafeMutableRawPointer
    private(set) var capacity: Int

    /// Memory for `capacity` bytes, not initialised. Pages that are never touched cost nothing.
    init(capacity: Int = 0) {
        self.capacity = max(capacity, 64)
        pointer = .allocate(byteCount: self.capacity, alignment: 64)
    }

    deinit { pointer.deallocate() }

    /// Makes room for `capacity` bytes; what was in the memory is lost when it has to grow.
    mutating func reserve(_ capacity: Int) {
        guard capacity > self.capacity else { return }
        pointer.deallocate()
        pointer = .allocate(byteCount: capacity, alignment: 64)
        self.capacity = capacity
    }

    /// Makes room for `capacity` bytes and keeps the first `kept`.
    mutating func grow(to capacity: Int, keeping kept: Int) {
        guard capacity > self.capacity else { return }
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
        larger.copyMemory(from: pointer, byteCount: min(kept, self.capacity))
        pointer.deallocate()
        pointer = larger
        self.capacity = capacity
    }

    /// The first `count` bytes.
    func bytes(_ count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: pointer, count: min(count, capacity))
    }
}
