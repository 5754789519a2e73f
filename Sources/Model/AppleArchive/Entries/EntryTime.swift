// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A point in time as an entry stores it.
package struct EntryTime: Hashable, Sendable {
    /// Seconds since 1970.
    package var seconds: Int64
    /// Nanoseconds of the second; below 1,000,000,000 in what this package writes.
    package var nanoseconds: UInt32

    package init(seconds: Int64, nanoseconds: UInt32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}
