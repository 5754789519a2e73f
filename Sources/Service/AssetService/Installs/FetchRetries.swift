// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler
internal import ServiceInterface
internal import TransferEngine

/// When the transfer of an app is tried again after it broke off.
struct FetchRetries {
    /// The essential patience while nothing has come, the background's when something has.
    private let policy: RetryPolicy
    private var attempts = 0
    /// Since when the tries have failed (seconds since 1970).
    private(set) var failingSince: Double?
    private var cause: FileFailure.Cause?
    /// Since when that has been for one cause.
    private(set) var causeSince: Double?
    private var arrived: Int64 = 0
    private var startedOver = false

    /// - `failingSince`: when an earlier run of the service had failed first; how often is not known any more.
    init(policy: RetryPolicy, failingSince: Double? = nil) {
        self.policy = policy
        (self.failingSince, causeSince) = (failingSince, failingSince)
    }

    /// Seconds until the next try; nil when there is none.
    ///
    /// - `arrived`: bytes that have come, which never falls.
    /// - `now`: seconds since 1970.
    mutating func delay(after error: TransferError, arrived: Int64, now: Double) -> Double? {
        var retryAfter: Int?
        switch error.remedy {
        case .giveUp, .waitForSpace: return nil
        case .retry(let after): retryAfter = after
        case .startOver:
            // Once the archive may have been replaced in the midst.
            if startedOver { return nil }
            startedOver = true
            return 0
        }
        if arrived > self.arrived {
            (attempts, failingSince, self.arrived) = (0, nil, arrived)
            (cause, causeSince) = (nil, nil)
        }
        let cause = FileFailure.Cause(error)
        // What an earlier run of the service has met is taken to be the same.
        if self.cause.map({ $0 != cause }) ?? (causeSince == nil) { causeSince = now }
        self.cause = cause
        attempts += 1
        let since = failingSince ?? now
        failingSince = since
        return policy.delay(
            attempt: attempts, age: now - since, downloadClass: arrived > 0 ? .background : .essential,
            isConnectivity: error.isConnectivity, retryAfter: retryAfter)
    }
}
