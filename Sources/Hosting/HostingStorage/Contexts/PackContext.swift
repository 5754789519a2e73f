// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What one context has of a pack, and how it is held: what App Store Connect has nothing for.
package struct PackContext: Equatable, Sendable {
    package let pack: HostedPack
    package let context: ReleaseContext
    /// The version that devices get; nil when there is none.
    package let active: HostedVersion?
    /// The number of the version that it is held at.
    package let pinned: Int?
    /// The phased release that is under way.
    package let rollout: Rollout?
    /// The share of devices, in percent, with which releases begin.
    package let rolloutStart: Int

    init(_ state: PackState, _ context: ReleaseContext) {
        pack = state.pack
        self.context = context
        // What is archived is gone everywhere.
        active = state.pack.archivedAt == nil ? state.releases.active(in: context).flatMap { state[$0.number] } : nil
        pinned = state.releases.pins[context]
        rollout = state.releases.rollout(in: context)
        rolloutStart = state.releases.rolloutStarts[context] ?? 100
    }
}
