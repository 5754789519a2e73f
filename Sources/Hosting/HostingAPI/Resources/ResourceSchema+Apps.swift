// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension ResourceSchema {
    static let apps = ResourceSchema(
        "apps",
        attributes: [
            .init("name", .string()), .init("bundleId", .string()), .init("sku", .string()),
            .init("primaryLocale", .string()),
        ],
        relationships: [
            .init("appStoreVersions", "appStoreVersions", isToMany: true, hasAddress: true),
            .init("backgroundAssets", "backgroundAssets", isToMany: true, hasAddress: true),
            .init("builds", "builds", isToMany: true, hasAddress: true),
            .init("reviewSubmissions", "reviewSubmissions", isToMany: true, hasAddress: true),
            .init("webhooks", "webhooks", isToMany: true, hasAddress: true),
        ],
        absent: [
            .many("appEncryptionDeclarations"), .one("appStoreIcon", "buildIcons"), .one("ciProduct", "ciProducts"),
            .many("betaGroups"), .many("preReleaseVersions"), .many("betaAppLocalizations"),
            .one("betaLicenseAgreement", "betaLicenseAgreements"), .one("betaAppReviewDetail", "betaAppReviewDetails"),
            .many("appInfos"), .many("appClips"), .one("endUserLicenseAgreement", "endUserLicenseAgreements"),
            .many("inAppPurchases"), .many("inAppPurchasesV2", "inAppPurchases"), .many("subscriptionGroups"),
            .many("gameCenterEnabledVersions"), .many("appCustomProductPages"), .many("promotedPurchases"),
            .many("appEvents"), .one("subscriptionGracePeriod", "subscriptionGracePeriods"),
            .one("gameCenterDetail", "gameCenterDetails"),
            .many("appStoreVersionExperimentsV2", "appStoreVersionExperiments"),
            .many("androidToIosAppMappingDetails"),
        ],
        absentFields: [
            "accessibilityUrl", "isOrEverWasMadeForKids", "subscriptionStatusUrl", "subscriptionStatusUrlVersion",
            "subscriptionStatusUrlForSandbox", "subscriptionStatusUrlVersionForSandbox", "contentRightsDeclaration",
            "streamlinedPurchasingEnabled", "accessibilityDeclarations", "betaTesters", "appTags", "appPricePoints",
            "appPriceSchedule", "appAvailabilityV2", "perfPowerMetrics", "customerReviews",
            "customerReviewSummarizations", "alternativeDistributionKey", "analyticsReportRequests",
            "marketplaceSearchDetail", "buildUploads", "betaFeedbackScreenshotSubmissions",
            "betaFeedbackCrashSubmissions", "searchKeywords",
        ])
}
