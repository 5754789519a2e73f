// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// Whose devices get a version.
enum ReleaseContext: String, CaseIterable, Sendable, ExpressibleByArgument {
    case `internal`, external, appstore

    /// The relationship of a pack that leads to the version that these devices have.
    var versionRelationship: String {
        switch self {
        case .internal: "internalBetaVersion"
        case .external: "externalBetaVersion"
        case .appstore: "appStoreVersion"
        }
    }

    /// The relationship of a version that leads to its release.
    var releaseRelationship: String {
        switch self {
        case .internal: "internalBetaRelease"
        case .external: "externalBetaRelease"
        case .appstore: "appStoreRelease"
        }
    }

    var releaseType: String {
        switch self {
        case .internal: "backgroundAssetVersionInternalBetaReleases"
        case .external: "backgroundAssetVersionExternalBetaReleases"
        case .appstore: "backgroundAssetVersionAppStoreReleases"
        }
    }

    /// What becomes of a release in this state.
    func end(of state: String?) -> ReleaseEnd? {
        switch state {
        case "READY_FOR_TESTING", "READY_FOR_DISTRIBUTION": .released
        case "REJECTED": .rejected
        case "SUPERSEDED": .superseded
        // It was approved, and the rest of its submission was not.
        case "ACCEPTED": .heldUp
        default: nil
        }
    }

    /// Whether a release in this state waits for nobody but a reviewer, or has been let out.
    func isUnderWay(_ state: String?) -> Bool {
        [
            "WAITING_FOR_REVIEW", "IN_REVIEW", "PROCESSING_FOR_TESTING", "READY_FOR_TESTING",
            "PROCESSING_FOR_DISTRIBUTION", "READY_FOR_DISTRIBUTION",
        ].contains(state)
    }

    /// Whether nothing becomes of a release in this state until somebody submits it.
    func waitsForSubmission(_ state: String?) -> Bool {
        ["READY_FOR_BETA_SUBMISSION", "PREPARE_FOR_SUBMISSION", "READY_FOR_REVIEW"].contains(state)
    }
}
