// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a request is not taken.
package enum TaskRefusal: Error, Equatable, Sendable {
    /// Background refresh is off (`BGTaskScheduler.Error.unavailable`).
    case unavailable(TaskCondition)
    /// `BGTaskScheduler.Error.tooManyPendingTaskRequests`.
    case tooManyPending(TaskKind, limit: Int)
    /// A continued task that does not want to wait would have to (`BGTaskScheduler.Error.immediateRunIneligible`).
    case immediateRunIneligible(running: String)
}
