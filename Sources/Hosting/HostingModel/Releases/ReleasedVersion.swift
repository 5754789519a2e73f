// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A version of a pack, and where it stands in each context.
package struct ReleasedVersion: Hashable, Sendable {
    package let number: Int
    package var state: VersionState
    /// nil until it has been processed.
    package var internalBeta: InternalBetaReleaseState?
    package var externalBeta: ExternalBetaReleaseState?
    package var appStore: AppStoreReleaseState?
    /// The versions of the app that it is for.
    package var appVersions: AppVersionRange

    package init(
        number: Int, state: VersionState, internalBeta: InternalBetaReleaseState? = nil,
        externalBeta: ExternalBetaReleaseState? = nil, appStore: AppStoreReleaseState? = nil,
        appVersions: AppVersionRange = AppVersionRange()
    ) {
        self.number = number
        self.state = state
        self.internalBeta = internalBeta
        self.externalBeta = externalBeta
        self.appStore = appStore
        self.appVersions = appVersions
    }

    /// The state in a context, as App Store Connect spells it; nil where it has none.
    package func releaseState(in context: ReleaseContext) -> String? {
        switch context {
        case .internalBeta: internalBeta?.rawValue
        case .externalBeta: externalBeta?.rawValue
        case .appStore: appStore?.rawValue
        }
    }

    /// Whether it is the active one of a context.
    package func isActive(in context: ReleaseContext) -> Bool {
        switch context {
        case .internalBeta: internalBeta == .readyForTesting
        case .externalBeta: externalBeta == .readyForTesting
        case .appStore: appStore == .readyForDistribution
        }
    }

    /// Whether it was the active one of a context, and another has taken its place.
    package func isSuperseded(in context: ReleaseContext) -> Bool {
        switch context {
        case .internalBeta: internalBeta == .superseded
        case .externalBeta: externalBeta == .superseded
        case .appStore: appStore == .superseded
        }
    }

    mutating func supersede(in context: ReleaseContext) throws(IllegalTransition) {
        switch context {
        case .internalBeta: try internalBeta?.apply(.supersede)
        case .externalBeta: try externalBeta?.apply(.supersede)
        case .appStore: try appStore?.apply(.supersede)
        }
    }

    mutating func restore(in context: ReleaseContext) throws(IllegalTransition) {
        switch context {
        case .internalBeta: try internalBeta?.apply(.restore)
        case .externalBeta: try externalBeta?.apply(.restore)
        case .appStore: try appStore?.apply(.restore)
        }
    }
}
