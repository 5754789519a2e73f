// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import ServiceInterface
internal import TransferEngine

/// A download on record that keeps what its last try failed with: in words, and by its kind.
protocol FailureRecord {
    var failingSince: Double? { get set }
    var lastError: String? { get set }
    var lastCause: String? { get set }
    var lastCauseSince: Double? { get set }
    var nextAttemptAt: Double? { get set }
}

extension FailureRecord {
    /// - `now`: seconds since 1970.
    mutating func note(_ error: TransferError, at now: Double) {
        let cause = FileFailure.Cause(error).rawValue
        if lastCause != cause || lastCauseSince == nil { lastCauseSince = now }
        lastCause = cause
        lastError = error.description
    }

    /// A clock that ran ahead has noted it: since when is since now, and when it is tried again is not known.
    mutating func followClock(now: Double) {
        // It had failed before that clock was wrong: no server may have it wait for so long.
        if let next = nextAttemptAt, next > now + RetryPolicy.longestHonoured { nextAttemptAt = nil }
        guard let since = lastCauseSince ?? failingSince, since > now else { return }
        (failingSince, lastCauseSince, nextAttemptAt) = (failingSince.map { min($0, now) }, now, nil)
    }

    /// Bytes have come: what follows is no failure of before.
    mutating func noteProgress() { (failingSince, lastCauseSince) = (nil, nil) }

    /// The kind of its last failure; nil when it has not failed, or did before kinds were kept.
    var cause: FileFailure.Cause? { lastCause.map { FileFailure.Cause(rawValue: $0) ?? .unknown } }
}

extension StoredDownload: FailureRecord {}
extension StoredFileDownload: FailureRecord {}
