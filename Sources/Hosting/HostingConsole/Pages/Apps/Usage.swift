// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import SystemSupport

/// How much of its room an app uses.
struct Usage: Sendable {
    let used: String
    let limit: String
    /// 0 to 100.
    let percent: Int
    /// Whether it is time to look after it.
    let isNearlyFull: Bool

    init(used: Int64, quota: Quota) {
        self.used = ByteCount.text(used)
        limit = ByteCount.text(quota.limit)
        percent = quota.limit > 0 ? Int(min(100, (Double(used) / Double(quota.limit) * 100).rounded(.up))) : 100
        isNearlyFull = quota.isNearlyUsed(by: used)
    }
}
