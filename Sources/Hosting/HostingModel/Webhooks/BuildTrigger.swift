// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What web hooks and members of a team are told of a build that has changed. Web hooks get each step, in App Store Connect's
/// words, members the ends that they wait for.
package enum BuildTrigger {
    /// A step that web hooks are told of.
    package struct Step: Equatable, Sendable {
        package let type: WebhookEventType
        package let old: String
        package let new: String
    }

    /// What is told of an upload that gets further.
    package static func steps(from old: VersionState, to new: VersionState) -> [Step] {
        steps(.buildUploadStateUpdated, [old.rawValue, new.rawValue])
    }

    /// What is told of what external testers get: nothing of what a build begins with.
    package static func steps(from old: ExternalBetaReleaseState?, to new: ExternalBetaReleaseState?) -> [Step] {
        guard let old, let new else { return [] }
        // What is approved is there at once.
        let isApproved = new == .readyForTesting && ![.readyForTesting, .superseded].contains(old)
        let states = [old] + (isApproved ? [.processingForTesting] : []) + [new]
        return steps(.buildBetaDetailExternalBuildStateUpdated, states.map(\.externalBuildState))
    }

    /// External testers do not get it any more.
    package static func expiry(from old: ExternalBetaReleaseState?) -> [Step] {
        old.map { steps(.buildBetaDetailExternalBuildStateUpdated, [$0.externalBuildState, "EXPIRED"]) } ?? []
    }

    /// What is told of the version of the app that the build goes with.
    package static func steps(from old: AppStoreReleaseState?, to new: AppStoreReleaseState?) -> [Step] {
        guard let old, let new else { return [] }
        let isApproved = new == .readyForDistribution && ![.readyForDistribution, .superseded].contains(old)
        let states = [old] + (isApproved ? [.processingForDistribution] : []) + [new]
        return steps(.appStoreVersionAppVersionStateUpdated, states.map(\.appVersionState))
    }

    private static func steps(_ type: WebhookEventType, _ states: [String]) -> [Step] {
        zip(states, states.dropFirst()).filter { $0 != $1 }.map { Step(type: type, old: $0, new: $1) }
    }

    // MARK: Mail

    package static func notice(from old: VersionState, to new: VersionState, problems: [Problem]) -> Notice.Event? {
        guard old == .processing else { return nil }
        return switch new {
        case .complete: .readyForInternalTesting
        case .failed: .failed(problems: problems)
        case .awaitingUpload, .processing: nil
        }
    }

    package static func notice(
        from old: ExternalBetaReleaseState?, to new: ExternalBetaReleaseState?
    ) -> Notice.Event? {
        guard let old, old != new, old != .superseded else { return nil }
        return switch new {
        case .rejected?: .rejected(.externalBeta)
        case .readyForTesting?: .readyForExternalTesting
        default: nil
        }
    }

    package static func notice(from old: AppStoreReleaseState?, to new: AppStoreReleaseState?) -> Notice.Event? {
        guard let old, old != new, old != .superseded else { return nil }
        return switch new {
        case .rejected?: .rejected(.appStore)
        case .readyForDistribution?: .readyForDistribution
        default: nil
        }
    }
}
