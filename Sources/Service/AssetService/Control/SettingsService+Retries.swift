// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler

extension SettingsService {
    /// When failed transfers are tried again, as it is set.
    var retryPolicy: RetryPolicy {
        var policy = RetryPolicy()
        policy.random = random
        policy.first = Double(integer(.retryFirst))
        policy.longest = Double(integer(.retryLongest))
        policy.essentialPatience = Double(integer(.essentialPatience))
        policy.backgroundPatience = Double(integer(.backgroundPatience))
        return policy
    }

    /// Why `setting` cannot be `value` beside the others as they are, or nil.
    func conflict(of setting: Setting, at value: String) -> String? {
        func seconds(_ other: Setting) -> Int64 { other == setting ? Int64(value) ?? 0 : integer(other) }
        guard setting == .retryFirst || setting == .retryLongest, seconds(.retryFirst) > seconds(.retryLongest) else {
            return nil
        }
        return
            "retry-first would be \(seconds(.retryFirst)) s and retry-longest \(seconds(.retryLongest)) s, which may "
            + "not be less; set the other one first"
    }
}
