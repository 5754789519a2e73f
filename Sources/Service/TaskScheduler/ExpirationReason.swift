// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a task is told to end.
package enum ExpirationReason: Hashable, Sendable, CustomStringConvertible {
    /// It has run for as long as one of its kind may (seconds).
    case timeUsedUp(Double)
    /// What it has waited for before is so again.
    case condition(TaskCondition)
    /// A continued task that has told of no progress for so long (seconds).
    case noProgress(Double)
    case stoppedByPerson
    /// A tool wants to see it.
    case simulated

    package var description: String {
        switch self {
        case .timeUsedUp(let time): "it has run for its \(Int(time)) seconds"
        case .condition(let condition): "\(condition)"
        case .noProgress(let time): "it has told of no progress for \(Int(time)) seconds"
        case .stoppedByPerson: "it was stopped by a person"
        case .simulated: "its expiration is simulated"
        }
    }
}
