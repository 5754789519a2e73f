// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How a build of an app reaches devices: in each context it has a state, which changes as that of a pack's version does. Of
/// several builds that run on a device, it gets the one that was released in its context last.
package struct BuildReleases: Hashable, Sendable {
    /// nil until the build has been processed, as the others.
    package private(set) var internalBeta: InternalBetaReleaseState?
    package private(set) var externalBeta: ExternalBetaReleaseState?
    package private(set) var appStore: AppStoreReleaseState?
    /// Since when devices of a context get it, or did.
    package private(set) var releasedAt: [ReleaseContext: Timestamp]

    package init(
        internalBeta: InternalBetaReleaseState? = nil, externalBeta: ExternalBetaReleaseState? = nil,
        appStore: AppStoreReleaseState? = nil, releasedAt: [ReleaseContext: Timestamp] = [:]
    ) {
        self.internalBeta = internalBeta
        self.externalBeta = externalBeta
        self.appStore = appStore
        self.releasedAt = releasedAt
    }

    /// Whether devices of a context get it.
    package func isActive(in context: ReleaseContext) -> Bool {
        switch context {
        case .internalBeta: internalBeta == .readyForTesting
        case .externalBeta: externalBeta == .readyForTesting
        case .appStore: appStore == .readyForDistribution
        }
    }

    /// It has been processed, and is valid: internal testers have it at once.
    package mutating func begin(at time: Timestamp) {
        (internalBeta, externalBeta, appStore) = (.readyForTesting, .readyForBetaSubmission, .prepareForSubmission)
        releasedAt = [.internalBeta: time]
    }

    /// - Returns: whether external testers get it from now on: what is approved is live without any more ado.
    package mutating func apply(
        _ event: ExternalBetaReleaseState.Event, at time: Timestamp
    ) throws(BuildError) -> Bool {
        try Self.change(&externalBeta, event)
        guard event == .approve else { return false }
        try Self.change(&externalBeta, .publish)
        releasedAt[.externalBeta] = time
        return true
    }

    /// The same, for everybody.
    package mutating func apply(_ event: AppStoreReleaseState.Event, at time: Timestamp) throws(BuildError) -> Bool {
        try Self.change(&appStore, event)
        guard event == .approve else { return false }
        try Self.change(&appStore, .publish)
        releasedAt[.appStore] = time
        return true
    }

    /// Another build has taken its place.
    package mutating func supersede(in context: ReleaseContext) throws(BuildError) {
        switch context {
        case .internalBeta: try Self.change(&internalBeta, .supersede)
        case .externalBeta: try Self.change(&externalBeta, .supersede)
        case .appStore: try Self.change(&appStore, .supersede)
        }
    }

    /// It takes its place again (a roll-back, which App Store Connect has not got).
    ///
    /// - Throws: `neverReleased` for a context whose devices never had it.
    package mutating func restore(in context: ReleaseContext, at time: Timestamp) throws(BuildError) {
        guard releasedAt[context] != nil else { throw .neverReleased(context) }
        guard !isActive(in: context) else { return }
        switch context {
        case .internalBeta: try Self.change(&internalBeta, .restore)
        case .externalBeta: try Self.change(&externalBeta, .restore)
        case .appStore: try Self.change(&appStore, .restore)
        }
        releasedAt[context] = time
    }

    private static func change<Machine: StateMachine>(
        _ state: inout Machine?, _ event: Machine.Event
    ) throws(BuildError) {
        guard var changed = state else { throw .notProcessed }
        do throws(IllegalTransition) { try changed.apply(event) } catch { throw .illegal(error) }
        state = changed
    }
}
