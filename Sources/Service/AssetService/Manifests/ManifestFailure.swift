// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import ServiceInterface

/// Why the manifest of an app could not be had the last time.
struct ManifestFailure: Equatable, Sendable {
    /// What happened, for a person.
    var message: String
    var condition: Explanation.Condition
    /// The first time since one came (seconds since 1970).
    var since: Double
    /// The last time.
    var at: Double

    init(_ error: ManifestError, since: Double, at: Double) {
        message = error.description
        condition = Explanation.Condition(error)
        (self.since, self.at) = (since, at)
    }

    init(_ stored: StoredManifestFailure) {
        message = stored.message
        condition = Explanation.Condition(rawValue: stored.condition) ?? .unknown
        (since, at) = (stored.failingSince, stored.failedAt)
    }

    func stored(of bundleID: String) -> StoredManifestFailure {
        StoredManifestFailure(
            bundleID: bundleID, message: message, condition: condition.rawValue, failingSince: since, failedAt: at)
    }

    /// What it was that stood in the way, where it shows when that is gone.
    var obstacle: DownloadObstacle? {
        switch condition {
        case .noConnection, .timedOut, .proxy: .connection
        case .diskFull: .room
        default: nil
        }
    }

    /// What would let it be had, when the checks of its app are what asks for it.
    func endsWhen(of bundleID: String) -> String {
        let byHand = "`ba update \(bundleID)` makes one now"
        return switch obstacle {
        case .room:
            "there is room on the disk: `ba storage` shows what can go; the check, which asks again, comes as soon as "
                + "something has gone"
        case .connection: "the next check reaches it, which comes as soon as the network is back (\(byHand))"
        case nil: "the next check reaches it (\(byHand))"
        }
    }
}
