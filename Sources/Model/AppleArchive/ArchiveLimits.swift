// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an archive may contain before it is refused.
package struct ArchiveLimits: Equatable, Sendable {
    /// The largest block of a container, plain or stored.
    package var blockSize: UInt64
    /// Bytes of file data in all entries together: what the manifest declared.
    package var output: UInt64
    /// Entries in the stream.
    package var entries: Int
    /// Bytes of a path.
    package var pathLength: Int

    /// 64 MiB blocks, any amount of data, a million entries, and paths of at most 1,023 bytes.
    package init(
        blockSize: UInt64 = 64 << 20, output: UInt64 = .max, entries: Int = 1_000_000, pathLength: Int = 1023
    ) {
        self.blockSize = blockSize
        self.output = output
        self.entries = entries
        self.pathLength = pathLength
    }
}
