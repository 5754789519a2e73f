// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler
internal import ServiceInterface

/// Why the manifest of an app could not be had the last time.
struct ManifestFailure: Equatable, Sendable {
    var error: ManifestError
    /// The first time since one came (seconds since 1970).
    var since: Double
    /// The last time.
    var at: Double

    /// What it was that stood in the way, where it shows when that is gone.
    var obstacle: DownloadObstacle? { error.transferError.flatMap { FileFailure($0).cause.obstacle } }

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
