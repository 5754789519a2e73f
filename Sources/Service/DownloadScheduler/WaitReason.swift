// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a download does not run now, and what would end that.
package enum WaitReason: Hashable, Sendable, CustomStringConvertible {
    case paused
    /// A try failed; the next one comes at this time (seconds since 1970).
    case backOff(until: Double, error: String?)
    /// All places are taken by downloads that come first.
    case behind(count: Int, limit: Int)

    package var description: String {
        switch self {
        case .paused: "paused"
        case .backOff(_, let error): "waiting for the next try" + (error.map { " after: \($0)" } ?? "")
        case .behind(let count, let limit):
            "behind \(count) other download\(count == 1 ? "" : "s") (\(limit) run at a time)"
        }
    }

    /// What a person can do, or wait for.
    package var endsWhen: String {
        switch self {
        case .paused: "it is resumed"
        case .backOff: "the next try succeeds"
        case .behind: "one of them ends"
        }
    }
}
