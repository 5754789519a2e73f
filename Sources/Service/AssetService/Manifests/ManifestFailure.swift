// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import ServiceInterface
internal import TransferEngine

/// Why the manifest of an app could not be had the last time.
struct ManifestFailure: Equatable, Sendable {
    /// What happened, for a person.
    var message: String
    var condition: Explanation.Condition
    /// The first time since one came, or since it was another condition (seconds since 1970).
    var since: Double
    /// The last time.
    var at: Double
    /// Before this, nobody but a person asks again (seconds since 1970): its server has said so, or an installation waits.
    var retryAt: Double?

    /// Seconds for which a server is not asked, whatever it says.
    private static let longestRetry: Double = 86_400

    /// - `before`: how it failed the time before.
    init(_ error: ManifestError, after before: ManifestFailure?, at: Double) {
        if case .status(_, _, let seconds?, _)? = error.transferError {
            retryAt = at + min(Double(seconds), Self.longestRetry)
        }
        message = error.description
        let condition = Explanation.Condition(error)
        self.condition = condition
        self.at = at
        since = before.flatMap { $0.condition == condition ? $0.since : nil } ?? at
    }

    /// - `now`: what is from a clock that ran ahead is of now.
    init(_ stored: StoredManifestFailure, now: Double) {
        message = stored.message
        condition = Explanation.Condition(rawValue: stored.condition) ?? .unknown
        (since, at) = (min(stored.failingSince, now), min(stored.failedAt, now))
        retryAt = stored.retryAt.map { min($0, now + Self.longestRetry) }
    }

    func stored(of bundleID: String) -> StoredManifestFailure {
        StoredManifestFailure(
            bundleID: bundleID, message: message, condition: condition.rawValue, failingSince: since, failedAt: at,
            retryAt: retryAt)
    }

    /// What it was that stood in the way, where it shows when that is gone.
    var obstacle: DownloadObstacle? {
        switch condition {
        case .noConnection, .timedOut, .proxy: .connection
        case .diskFull: .room
        case .serverUntrusted: .trust
        default: nil
        }
    }

    /// What would let it be had, when the checks of its app are what asks for it.
    ///
    /// - `hold`: what keeps checks from asking for it now.
    func endsWhen(of bundleID: String, held hold: DownloadHold?) -> String {
        let byHand = "`ba update \(bundleID)` makes one now"
        if let hold {
            return "the next check reaches it, which does not come while \(hold.condition), until "
                + "\(hold.condition.endsWhen); \(byHand)"
        }
        guard let obstacle else { return "the next check reaches it (\(byHand))" }
        return "the next check reaches it, which comes as soon as \(obstacle.end) (\(byHand))"
    }
}
