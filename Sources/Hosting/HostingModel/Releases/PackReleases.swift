// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The versions of one pack and which of them is active in which context (hosting-api 3.5): of each context, one is at most.
package struct PackReleases: Hashable, Sendable {
    /// By number, rising.
    package private(set) var versions: [ReleasedVersion]
    /// The versions that contexts are held at, whatever is released after them (a roll-back or a pin).
    package private(set) var pins: [ReleaseContext: Int]
    /// The phased releases: those that are under way, and those that wait because their context is held at an earlier version.
    package private(set) var rollouts: [ReleaseContext: Rollout]
    /// Where releases are phased: the share of the devices, 0 to 99 %, with which each begins.
    package private(set) var rolloutStarts: [ReleaseContext: Int]

    package init(
        _ versions: [ReleasedVersion] = [], pins: [ReleaseContext: Int] = [:],
        rollouts: [ReleaseContext: Rollout] = [:], rolloutStarts: [ReleaseContext: Int] = [:]
    ) {
        self.versions = versions.sorted { $0.number < $1.number }
        self.pins = pins
        self.rollouts = rollouts
        self.rolloutStarts = rolloutStarts
    }

    package subscript(_ number: Int) -> ReleasedVersion? { versions.first { $0.number == number } }

    package func active(in context: ReleaseContext) -> ReleasedVersion? {
        versions.first { $0.isActive(in: context) }
    }

    /// The phased release that is under way in a context.
    package func rollout(in context: ReleaseContext) -> Rollout? {
        guard let rollout = rollouts[context], rollout.version == active(in: context)?.number else { return nil }
        return rollout
    }

    /// The version that a device gets: the active one, or, where that is not for this device or app, the newest of those
    /// before it.
    ///
    /// - `pack`: its identifier.
    package func version(
        for device: String?, appVersion: AppVersionNumber?, in context: ReleaseContext, of pack: String
    ) -> ReleasedVersion? {
        guard let active = active(in: context) else { return nil }
        var newest = active
        if let rollout = rollout(in: context), !rollout.includes(device: device, of: pack),
            let previous = self[rollout.previous]
        {
            newest = previous
        }
        if newest.appVersions.contains(appVersion) { return newest }
        return versions.last {
            $0.number < newest.number && $0.isSuperseded(in: context) && $0.appVersions.contains(appVersion)
        }
    }

    /// The versions that some device or version of the app gets: `version(for:appVersion:in:of:)` returns one of them, or none.
    package func candidates(in context: ReleaseContext) -> [ReleasedVersion] {
        guard let active = active(in: context) else { return [] }
        var found = [active]
        if let rollout = rollout(in: context), rollout.percentage < 100, let previous = self[rollout.previous] {
            found.append(previous)
        }
        for first in found where !first.appVersions.isUnlimited {
            for version in versions.reversed() where version.number < first.number && version.isSuperseded(in: context)
            {
                if !found.contains(where: { $0.number == version.number }) { found.append(version) }
                // Nobody gets what is before one that is for all.
                if version.appVersions.isUnlimited { break }
            }
        }
        return found
    }

    // MARK: What happens to it

    /// Adds the record of a new version, which gets the next number.
    package mutating func add() -> ReleasedVersion {
        let version = ReleasedVersion(number: (versions.last?.number ?? 0) + 1, state: .awaitingUpload)
        versions.append(version)
        return version
    }

    package mutating func commit(_ number: Int) throws(ReleaseError) { try setState(of: number, .commit) }

    package mutating func fail(_ number: Int) throws(ReleaseError) { try setState(of: number, .fail) }

    /// A version has been processed: internal testers have it at once, unless they have a newer one, or are held at another.
    package mutating func complete(_ number: Int) throws(ReleaseError) -> [ReleaseChange] {
        try setState(of: number, .accept)
        let isNewest = !versions.contains { $0.number > number && $0.internalBeta != nil }
        let isHeld = pins[.internalBeta] != nil
        var changes: [ReleaseChange] = []
        if isNewest && !isHeld { changes += try supersede(in: .internalBeta, by: number) }
        try change(number) { version throws(IllegalTransition) in
            version.internalBeta = isNewest && !isHeld ? .readyForTesting : .superseded
            version.externalBeta = .readyForBetaSubmission
            version.appStore = .prepareForSubmission
        }
        guard let version = self[number] else { return changes }
        return changes
            + ReleaseContext.allCases.compactMap { context in
                version.releaseState(in: context).map {
                    ReleaseChange(context: context, version: number, oldState: nil, newState: $0)
                }
            }
    }

    /// Something happens in the external test that is not its publication.
    package mutating func apply(
        _ event: ExternalBetaReleaseState.Event, to number: Int
    ) throws(ReleaseError) -> ReleaseChange {
        // Whatever else is submitted, the reviewer looks at one of them.
        if event == .submit, let other = versions.first(where: { $0.externalBeta?.isUnderReview == true }) {
            throw .otherVersionUnderReview(number: number, other: other.number)
        }
        return try change(number, in: .externalBeta) { version throws(IllegalTransition) in
            try version.externalBeta?.apply(event)
        }
    }

    /// Something happens to its release for everybody that is not its publication.
    package mutating func apply(
        _ event: AppStoreReleaseState.Event, to number: Int
    ) throws(ReleaseError) -> ReleaseChange {
        try change(number, in: .appStore) { version throws(IllegalTransition) in try version.appStore?.apply(event) }
    }

    /// An approved version becomes the active one of a context that a review leads to, unless that is held at another. It goes
    /// to the share of the devices with which the releases of the context begin; the others keep the version before.
    package mutating func publish(_ number: Int, in context: ReleaseContext) throws(ReleaseError) -> [ReleaseChange] {
        var changes: [ReleaseChange] = []
        let isHeld = pins[context] != nil && active(in: context) != nil
        if !isHeld { changes += try supersede(in: context, by: number) }
        changes.append(
            try change(number, in: context) { version throws(IllegalTransition) in
                switch context {
                case .internalBeta: break
                case .externalBeta: try version.externalBeta?.apply(.publish)
                case .appStore: try version.appStore?.apply(.publish)
                }
            })
        if isHeld {
            changes.append(
                try change(number, in: context) { version throws(IllegalTransition) in
                    try version.supersede(in: context)
                })
        }
        return changes
    }

    /// Lets the share of devices of the phased release grow that is under way.
    package mutating func setRollout(_ percentage: Int, in context: ReleaseContext) throws(ReleaseError) {
        guard (0...100).contains(percentage) else { throw .percentageInvalid(percentage) }
        guard var rollout = rollout(in: context) else { throw .noRollout(context) }
        guard percentage >= rollout.percentage else { throw .rolloutShrinks(rollout) }
        rollout.percentage = percentage
        rollouts[context] = percentage == 100 ? nil : rollout
    }

    /// Sets the share of devices with which the releases of a context begin from now on; 100 for all of them at once.
    package mutating func setRolloutStart(_ percentage: Int, in context: ReleaseContext) throws(ReleaseError) {
        guard (0...100).contains(percentage) else { throw .percentageInvalid(percentage) }
        rolloutStarts[context] = percentage == 100 ? nil : percentage
    }

    /// Holds a context at a version that is, or was, its active one: devices follow, and what is released later waits.
    package mutating func pin(_ number: Int, in context: ReleaseContext) throws(ReleaseError) -> [ReleaseChange] {
        guard let version = self[number] else { throw .versionNotFound(number) }
        guard version.isActive(in: context) || version.isSuperseded(in: context) else {
            throw .neverActive(number: number, context: context)
        }
        var changes: [ReleaseChange] = []
        if !version.isActive(in: context) {
            // One that all have got is for all again when the context is let go.
            if let newest = newest(in: context), newest.isActive(in: context), rollout(in: context) == nil {
                rollouts[context] = Rollout(version: newest.number, previous: newest.number, percentage: 100)
            }
            changes = try supersede(in: context) + [restore(number, in: context)]
        }
        pins[context] = number
        return changes
    }

    /// Lets a context go on: the newest version that it was given is the active one, for the share of the devices that it had
    /// when the context was held, or with which releases begin. The others keep what they have: nobody goes back.
    package mutating func unpin(_ context: ReleaseContext) throws(ReleaseError) -> [ReleaseChange] {
        pins[context] = nil
        guard let newest = newest(in: context), !newest.isActive(in: context) else { return [] }
        // What it was held at is what the others have now.
        if let held = active(in: context)?.number, var rollout = rollouts[context], rollout.previous < held,
            held < rollout.version
        {
            rollout.previous = held
            rollouts[context] = rollout
        }
        return try supersede(in: context, by: newest.number) + [restore(newest.number, in: context)]
    }

    /// Sets the versions of the app that a version is for.
    package mutating func limit(_ number: Int, to appVersions: AppVersionRange) throws(ReleaseError) {
        try change(number) { version throws(IllegalTransition) in version.appVersions = appVersions }
    }

    // MARK: Parts

    /// The newest version that a context was given.
    private func newest(in context: ReleaseContext) -> ReleasedVersion? {
        versions.last { $0.isActive(in: context) || $0.isSuperseded(in: context) }
    }

    private mutating func restore(_ number: Int, in context: ReleaseContext) throws(ReleaseError) -> ReleaseChange {
        try change(number, in: context) { version throws(IllegalTransition) in try version.restore(in: context) }
    }

    /// A version takes the place of the active one.
    ///
    /// Where that was half-way, it goes at least to the devices that had that one, and the others keep what they have: what was
    /// meant for some is never given to all by its successor.
    private mutating func supersede(
        in context: ReleaseContext, by number: Int
    ) throws(ReleaseError) -> [ReleaseChange] {
        if rollouts[context]?.version != number {
            let running = rollout(in: context)
            let percentage = max(rolloutStarts[context] ?? 100, running?.percentage ?? 0)
            let previous = running?.previous ?? active(in: context)?.number
            rollouts[context] =
                percentage < 100
                ? previous.map {
                    Rollout(version: number, previous: $0, percentage: percentage, series: running?.series)
                } : nil
        } else if rollouts[context]?.percentage == 100 {
            rollouts[context] = nil
        }
        return try supersede(in: context)
    }

    /// The active version of a context gives its place up.
    private mutating func supersede(in context: ReleaseContext) throws(ReleaseError) -> [ReleaseChange] {
        guard let number = active(in: context)?.number else { return [] }
        return [
            try change(number, in: context) { version throws(IllegalTransition) in try version.supersede(in: context) }
        ]
    }

    private mutating func setState(of number: Int, _ event: VersionState.Event) throws(ReleaseError) {
        try change(number) { version throws(IllegalTransition) in try version.state.apply(event) }
    }

    private mutating func change(
        _ number: Int, in context: ReleaseContext, _ body: (inout ReleasedVersion) throws(IllegalTransition) -> Void
    ) throws(ReleaseError) -> ReleaseChange {
        guard let old = self[number] else { throw .versionNotFound(number) }
        // One that has not been processed has no releases yet.
        guard let oldState = old.releaseState(in: context) else {
            throw .notProcessed(number: number, state: old.state)
        }
        try change(number, body)
        let newState = self[number]?.releaseState(in: context) ?? oldState
        return ReleaseChange(context: context, version: number, oldState: oldState, newState: newState)
    }

    private mutating func change(
        _ number: Int, _ body: (inout ReleasedVersion) throws(IllegalTransition) -> Void
    ) throws(ReleaseError) {
        guard let index = versions.firstIndex(where: { $0.number == number }) else { throw .versionNotFound(number) }
        do { try body(&versions[index]) } catch { throw .illegal(number: number, error) }
    }
}
