// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The memory for what is on its way from connections to staged files, which all transfers of a process share: the more of
/// them there are, the less each has under way.
package final class IngestMemory: Sendable {
    /// Bytes for all transfers together.
    private let limit: Int
    private let shareCount = Mutex(0)

    /// - `limit`: bytes. Each transfer has at least one run, however many there are.
    package init(limit: Int = 36 << 20) { self.limit = limit }

    /// The share of a transfer, which is given back when it is let go of.
    func share() -> Share {
        shareCount.withLock { $0 += 1 }
        return Share(memory: self)
    }

    /// The part that one transfer may take, as many as there are now.
    final class Share: Sendable {
        private let memory: IngestMemory

        fileprivate init(memory: IngestMemory) { self.memory = memory }

        deinit { memory.shareCount.withLock { $0 -= 1 } }

        /// Runs of `size` bytes that fit, from 1 to `most`.
        func runs(of size: Int, atMost most: Int) -> Int {
            let shares = memory.shareCount.withLock { $0 }
            return max(1, min(most, memory.limit / max(1, shares) / max(1, size)))
        }
    }
}
