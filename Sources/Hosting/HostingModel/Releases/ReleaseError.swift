// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why something cannot happen to a version of a pack.
package enum ReleaseError: Error, Equatable, Sendable, CustomStringConvertible {
    case versionNotFound(Int)
    case illegal(number: Int, IllegalTransition)
    /// It has no releases before it has been processed.
    case notProcessed(number: Int, state: VersionState)
    /// Of a pack, one version at a time is reviewed for external testing.
    case otherVersionUnderReview(number: Int, other: Int)
    /// A context goes back only to what its devices have had.
    case neverActive(number: Int, context: ReleaseContext)
    case noRollout(ReleaseContext)
    case percentageInvalid(Int)
    /// What devices have is not taken from them by a share that shrinks.
    case rolloutShrinks(Rollout)

    package var description: String {
        switch self {
        case .versionNotFound(let number): "there is no version \(number)"
        case .illegal(let number, let transition): "version \(number): \(transition)"
        case .notProcessed(let number, let state):
            "version \(number) is \(state.rawValue): it has no releases until it is COMPLETE"
        case .otherVersionUnderReview(let number, let other):
            number == other
                ? "version \(number) is under review for external testing already"
                : "version \(number) cannot be submitted while version \(other) is under review for external testing"
        case .neverActive(let number, let context):
            "version \(number) was never active in \(context.rawValue): release it there first"
        case .noRollout(let context): "no phased release is under way in \(context.rawValue)"
        case .percentageInvalid(let percentage): "\(percentage) is no share of 0 to 100 %"
        case .rolloutShrinks(let rollout):
            "version \(rollout.version) went to \(rollout.percentage) % of the devices, and a share only grows; to take it "
                + "back, hold the context at version \(rollout.previous)"
        }
    }
}
