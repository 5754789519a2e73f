// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app has asked for, as the scheduler sees it.
package struct TaskRequest: Equatable, Sendable {
    package let key: TaskKey
    package let kind: TaskKind
    /// Seconds since 1970 before which it does not begin; nil for as soon as may be.
    package var earliestBegin: Double?
    package var needsNetwork: Bool
    package var needsExternalPower: Bool
    /// Seconds since 1970.
    package var submittedAt: Double
    /// It had begun before, and was lost by another's fault: it comes before what is asked for by its name.
    package var isAgain: Bool
    /// Its app has taken it back when it had begun: it does not wait once more.
    package var isWithdrawn: Bool

    package init(
        _ key: TaskKey, _ kind: TaskKind, earliestBegin: Double? = nil, needsNetwork: Bool = false,
        needsExternalPower: Bool = false, submittedAt: Double, isAgain: Bool = false, isWithdrawn: Bool = false
    ) {
        self.key = key
        self.kind = kind
        self.earliestBegin = earliestBegin
        self.needsNetwork = needsNetwork
        self.needsExternalPower = needsExternalPower
        self.submittedAt = submittedAt
        self.isAgain = isAgain
        self.isWithdrawn = isWithdrawn
    }

    /// When it may begin at the earliest (seconds since 1970). By a clock that was set back since, it was asked for now.
    func due(now: Double) -> Double { max(earliestBegin ?? 0, min(submittedAt, now)) }
}
