// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler

extension SettingsService {
    /// When failed transfers are tried again, as it is set.
    var retryPolicy: RetryPolicy {
        var policy = RetryPolicy()
        policy.first = Double(integer(.retryFirst))
        policy.longest = max(policy.first, Double(integer(.retryLongest)))
        policy.essentialPatience = Double(integer(.essentialPatience))
        policy.backgroundPatience = Double(integer(.backgroundPatience))
        return policy
    }
}
