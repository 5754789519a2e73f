// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension ResourceSchema {
    static let reviewSubmissions = ResourceSchema(
        "reviewSubmissions",
        attributes: [
            .init("platform", .enumeration(.platform)),
            .init("submittedDate", .string(format: .dateTime)),
            .init("state", .enumeration(.reviewSubmissionState)),
        ],
        relationships: [
            .init("app", "apps"), .init("items", "reviewSubmissionItems", isToMany: true, hasAddress: true),
            .init("appStoreVersionForReview", "appStoreVersions"), .init("submittedByActor", "actors"),
            .init("lastUpdatedByActor", "actors"),
        ])

    /// They are read through their submission: App Store Connect has no address for one.
    static let reviewSubmissionItems = ResourceSchema(
        "reviewSubmissionItems", prefix: nil,
        attributes: [.init("state", .enumeration(.reviewItemState))],
        relationships: [
            .init("appStoreVersion", "appStoreVersions"), .init("backgroundAssetVersion", "backgroundAssetVersions"),
        ],
        absent: [
            .one("appCustomProductPageVersion", "appCustomProductPageVersions"),
            .one("appStoreVersionExperiment", "appStoreVersionExperiments"),
            .one("appStoreVersionExperimentV2", "appStoreVersionExperiments"), .one("appEvent", "appEvents"),
            .one("gameCenterAchievementVersion", "gameCenterAchievementVersions"),
            .one("gameCenterActivityVersion", "gameCenterActivityVersions"),
            .one("gameCenterChallengeVersion", "gameCenterChallengeVersions"),
            .one("gameCenterLeaderboardSetVersion", "gameCenterLeaderboardSetVersions"),
            .one("gameCenterLeaderboardVersion", "gameCenterLeaderboardVersions"),
            .one("inAppPurchaseVersion", "inAppPurchaseVersions"), .one("subscriptionVersion", "subscriptionVersions"),
            .one("subscriptionGroupVersion", "subscriptionGroupVersions"),
        ])

    /// Submissions for the external test. App Store Connect's public interface has no such type: the name is that of a
    /// relationship in its web interface, the rest is as betaAppReviewSubmissions has it (hosting-api 3.3).
    static let betaReviewSubmissions = betaReview("betaBackgroundAssetReviewSubmissions", [])
    /// The same, by the type that App Store Connect's documents point at, and those of builds.
    static let betaAppReviewSubmissions = betaReview(
        "betaAppReviewSubmissions", [.init("build", "builds", hasAddress: true)])

    private static func betaReview(_ type: String, _ relationships: [RelationshipSchema]) -> ResourceSchema {
        ResourceSchema(
            type,
            attributes: [
                .init("betaReviewState", .enumeration(.betaReviewState)),
                .init("submittedDate", .string(format: .dateTime)),
            ], relationships: relationships + [.init("backgroundAssetVersion", "backgroundAssetVersions")])
    }

    /// Who has done something; they come along with others only.
    static let actors = ResourceSchema(
        "actors", prefix: nil,
        attributes: [
            .init("actorType", .enumeration(["USER", "API_KEY", "XCODE_CLOUD", "APPLE"])), .init("apiKeyId", .string()),
        ], absentFields: ["userFirstName", "userLastName", "userEmail"])
}
