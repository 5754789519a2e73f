// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Bytes that transfers may still bring, all together: they take from it as they receive.
package final class AllowanceMeter: Sendable {
    /// nil once it bounds nothing any more.
    private let left: Mutex<Int64?>
    /// What it is a part of.
    private let whole: AllowanceMeter?

    package init(remaining: Int64) {
        left = Mutex(max(remaining, 0))
        whole = nil
    }

    /// A part of another one, for transfers that may not take all of that: what they take they take of both.
    package init(remaining: Int64, of whole: AllowanceMeter) {
        left = Mutex(max(remaining, 0))
        self.whole = whole
    }

    /// What is left; nil when there is no bound any more.
    package var remaining: Int64? {
        let own = left.withLock { $0 }
        guard let whole else { return own }
        guard let others = whole.remaining else { return nil }
        return own.map { min($0, others) } ?? others
    }

    /// Whether so many further bytes would be within it.
    package func allows(_ count: Int64) -> Bool { remaining.map { count <= $0 } ?? true }

    /// Takes bytes that have arrived.
    ///
    /// - Returns: false when they are more than is left: then nothing is left.
    package func take(_ count: Int64) -> Bool {
        if let whole {
            guard whole.remaining != nil else { return true }
            guard whole.take(count) else { return false }
        }
        return left.withLock { left in
            guard let remaining = left else { return true }
            left = max(remaining - count, 0)
            return count <= remaining
        }
    }

    /// Returns bytes that count elsewhere now.
    package func giveBack(_ count: Int64) {
        whole?.giveBack(count)
        left.withLock { left in
            guard let remaining = left else { return }
            let (sum, overflows) = remaining.addingReportingOverflow(max(count, 0))
            left = overflows ? .max : sum
        }
    }

    /// Ends the bound, for transfers under way as well.
    package func lift() { left.withLock { $0 = nil } }
}
