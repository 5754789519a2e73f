// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A download that is not tried again before its time.
struct BackOff: Hashable, Comparable, Sendable {
    /// Seconds since 1970.
    let until: Double
    let id: String

    static func < (left: Self, right: Self) -> Bool { (left.until, left.id) < (right.until, right.id) }
}
