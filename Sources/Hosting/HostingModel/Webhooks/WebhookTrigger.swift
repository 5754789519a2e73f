// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Which changes are events (hosting-api 5): the ends of what a team waits for, and not the steps on the way.
package enum WebhookTrigger {
    /// - Returns: nil for a change that nobody is told of.
    package static func event(for change: ReleaseChange) -> WebhookEventType? {
        switch change.context {
        case .internalBeta:
            return change.oldState == nil ? .backgroundAssetVersionInternalBetaReleaseCreated : nil
        case .externalBeta:
            guard change.oldState != nil,
                [ExternalBetaReleaseState.rejected, .readyForTesting].map(\.rawValue).contains(change.newState)
            else { return nil }
            return .backgroundAssetVersionExternalBetaReleaseStateUpdated
        case .appStore:
            guard change.oldState != nil,
                [AppStoreReleaseState.rejected, .readyForDistribution].map(\.rawValue).contains(change.newState)
            else { return nil }
            return .backgroundAssetVersionAppStoreReleaseStateUpdated
        }
    }

    /// A version changes its state.
    ///
    /// - Returns: nil for a change that nobody is told of: that one is complete shows by its release.
    package static func event(from old: VersionState, to new: VersionState) -> WebhookEventType? {
        old == .processing && new == .failed ? .backgroundAssetVersionStateUpdated : nil
    }
}
