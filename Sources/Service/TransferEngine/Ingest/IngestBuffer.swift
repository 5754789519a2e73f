// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A run of bytes that is filled by one thread and then handed to another.
///
/// `@unchecked Sendable`: it has one owner at a time. The sink fills it, gives it to the worker's queue and never
/// touches it again until the worker has put it back.
final class IngestBuffer: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(capacity: Int) {
        memory = .allocate(byteCount: max(capacity, 1), alignment: 4096)
    }

    deinit { memory.deallocate() }

    var capacity: Int { memory.count }
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    func removeAll() { count = 0 }

    /// Appends what fits of `source`, and returns how much that was.
    func append(_ source: UnsafeRawBufferPointer, upTo limit: Int) -> Int {
        let length = min(source.count, limit - count, capacity - count)
        guard length > 0 else { return 0 }
        UnsafeMutableRawBufferPointer(rebasing: memory[count..<(count + length)])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<length]))
        count += length
        return length
    }

    /// The whole memory, to be written into; `setCount` says how much counts.
    var writable: UnsafeMutableRawBufferPointer { memory }
}
