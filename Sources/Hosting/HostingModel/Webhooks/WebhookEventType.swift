// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What web hooks can ask to be told of, as App Store Connect spells it. Those about feedback and other stores can be asked for,
/// too, and never happen here.
package enum WebhookEventType: String, CaseIterable, Codable, Hashable, Sendable {
    case backgroundAssetVersionStateUpdated = "BACKGROUND_ASSET_VERSION_STATE_UPDATED"
    case backgroundAssetVersionInternalBetaReleaseCreated = "BACKGROUND_ASSET_VERSION_INTERNAL_BETA_RELEASE_CREATED"
    case backgroundAssetVersionExternalBetaReleaseStateUpdated =
        "BACKGROUND_ASSET_VERSION_EXTERNAL_BETA_RELEASE_STATE_UPDATED"
    case backgroundAssetVersionAppStoreReleaseStateUpdated = "BACKGROUND_ASSET_VERSION_APP_STORE_RELEASE_STATE_UPDATED"
    case appStoreVersionAppVersionStateUpdated = "APP_STORE_VERSION_APP_VERSION_STATE_UPDATED"
    case buildUploadStateUpdated = "BUILD_UPLOAD_STATE_UPDATED"
    case buildBetaDetailExternalBuildStateUpdated = "BUILD_BETA_DETAIL_EXTERNAL_BUILD_STATE_UPDATED"
    case betaFeedbackCrashSubmissionCreated = "BETA_FEEDBACK_CRASH_SUBMISSION_CREATED"
    case betaFeedbackScreenshotSubmissionCreated = "BETA_FEEDBACK_SCREENSHOT_SUBMISSION_CREATED"
    case alternativeDistributionPackageAvailableUpdated = "ALTERNATIVE_DISTRIBUTION_PACKAGE_AVAILABLE_UPDATED"
    case alternativeDistributionPackageVersionCreated = "ALTERNATIVE_DISTRIBUTION_PACKAGE_VERSION_CREATED"
    case alternativeDistributionTerritoryAvailabilityUpdated = "ALTERNATIVE_DISTRIBUTION_TERRITORY_AVAILABILITY_UPDATED"

    /// Events of asset packs have a form of their own (hosting-api 5).
    var isOfAssetPack: Bool { rawValue.hasPrefix("BACKGROUND_ASSET_") }

    /// What a payload calls the states that an event is about: each kind of them has its own words for it.
    var stateNames: (old: String, new: String) {
        switch self {
        case .appStoreVersionAppVersionStateUpdated: ("oldValue", "newValue")
        case .buildBetaDetailExternalBuildStateUpdated: ("oldExternalBuildState", "newExternalBuildState")
        default: ("oldState", "newState")
        }
    }

    /// The `type` of the event in a payload: the same words in camel case.
    package var payloadType: String {
        let words = rawValue.split(separator: "_").map { $0.lowercased() }
        return words.enumerated().map { index, word in
            index == 0 ? word : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
    }
}
