// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a download does not run now, and what would end that.
package enum WaitReason: Hashable, Sendable, CustomStringConvertible {
    case paused
    /// A try failed; the next one comes at this time (seconds since 1970).
    case backOff(until: Double, error: String?)
    /// Nothing runs in the background now.
    case held(DownloadHold)
    /// What installations need comes first: so many essential downloads.
    case behindInstallation(count: Int)
    /// Something essential of its app is paused.
    case installationPaused
    /// All places are taken by downloads that come first.
    case behind(count: Int, limit: Int)

    package var description: String {
        switch self {
        case .paused: "paused"
        case .backOff(_, let error): "waiting for the next try" + (error.map { " after: \($0)" } ?? "")
        case .held(let hold): hold.condition.description
        case .behindInstallation(let count):
            "an installation comes first: \(count) essential download\(count == 1 ? "" : "s")"
        case .installationPaused: "something essential of its app is paused"
        case .behind(let count, let limit):
            "behind \(count) other download\(count == 1 ? "" : "s") (\(limit) run at a time)"
        }
    }

    /// When it is tried again (seconds since 1970), when that is known.
    package var nextAttempt: Double? { if case .backOff(let until, _) = self { until } else { nil } }

    private static let largestNameCount = 5

    /// What a person can do, or wait for.
    ///
    /// - `apps`: those for whose downloads it waits, where they are known.
    package func endsWhen(behind apps: [String] = []) -> String {
        switch self {
        case .paused: "it is resumed"
        case .backOff: "the next attempt succeeds"
        case .held(let hold): hold.condition.endsWhen
        case .behindInstallation: "the essential downloads\(Self.owners(apps)) have ended"
        case .installationPaused: "that is resumed, or has ended (`ba downloads`)"
        case .behind: "one of them\(Self.owners(apps)) ends"
        }
    }

    private static func owners(_ apps: [String]) -> String {
        guard !apps.isEmpty else { return "" }
        let more = apps.count > largestNameCount ? " and \(apps.count - largestNameCount) more apps" : ""
        return " of " + apps.prefix(largestNameCount).joined(separator: ", ") + more
    }
}
