// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Which changes the members of a team are told of by mail: those that web hooks can ask for, too.
package enum NoticeTrigger {
    /// - `message`: what a reviewer has said, where one has rejected it.
    /// - Returns: nil for a change that nobody is told of.
    package static func event(for change: ReleaseChange, message: String? = nil) -> Notice.Event? {
        guard WebhookTrigger.event(for: change) != nil else { return nil }
        switch change.context {
        case .internalBeta: return .readyForInternalTesting
        case .externalBeta:
            return change.newState == ExternalBetaReleaseState.rejected.rawValue
                ? .rejected(.externalBeta, message: message) : .readyForExternalTesting
        case .appStore:
            return change.newState == AppStoreReleaseState.rejected.rawValue
                ? .rejected(.appStore, message: message) : .readyForDistribution
        }
    }

    /// A version changes its state.
    ///
    /// - `problems`: what was found wrong with it.
    package static func event(from old: VersionState, to new: VersionState, problems: [Problem]) -> Notice.Event? {
        WebhookTrigger.event(from: old, to: new) == nil ? nil : .failed(problems: problems)
    }
}
