// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel

// Of Apple's types, as far as review and contexts need them.
extension ResourceSchema {
    /// What processing has made of a build, as App Store Connect names it.
    enum BuildProcessingState: String, CaseIterable {
        case processing = "PROCESSING"
        case failed = "FAILED"
        case invalid = "INVALID"
        case valid = "VALID"
    }

    static let builds = ResourceSchema(
        "builds",
        attributes: [
            .init("version", .string()), .init("uploadedDate", .string(format: .dateTime)), .init("expired", .bool),
            .init("processingState", .enumeration(.buildProcessingState)), .init("usesNonExemptEncryption", .bool),
        ],
        relationships: [
            .init("app", "apps", hasAddress: true), .init("appStoreVersion", "appStoreVersions", hasAddress: true),
            .init("betaAppReviewSubmission", "betaAppReviewSubmissions", hasAddress: true),
        ],
        absent: [
            .one("preReleaseVersion", "preReleaseVersions"), .many("individualTesters", "betaTesters"),
            .many("betaGroups"), .many("betaBuildLocalizations"),
            .one("appEncryptionDeclaration", "appEncryptionDeclarations"), .one("buildBetaDetail", "buildBetaDetails"),
            .many("icons", "buildIcons"), .many("buildBundles"), .one("buildUpload", "buildUploads"),
        ],
        absentFields: [
            "expirationDate", "minOsVersion", "lsMinimumSystemVersion", "computedMinMacOsVersion",
            "computedMinVisionOsVersion", "iconAssetToken", "buildAudienceType", "perfPowerMetrics",
            "diagnosticSignatures",
        ])

    /// When a version that was approved goes out, as App Store Connect has it.
    static let releaseTypes = [usualReleaseType, "MANUAL", "SCHEDULED"]
    static let usualReleaseType = "AFTER_APPROVAL"

    static let appStoreVersions = ResourceSchema(
        "appStoreVersions",
        attributes: [
            .init("platform", .enumeration(.platform)), .init("versionString", .string()),
            .init("appStoreState", .enumeration(.appStoreVersionState)),
            .init("appVersionState", .enumeration(.appVersionState)),
            .init("releaseType", .enumeration(.releaseKind)), .init("createdDate", .string(format: .dateTime)),
        ], relationships: [.init("app", "apps"), .init("build", "builds", hasAddress: true)],
        absent: [
            .many("appStoreVersionLocalizations"),
            .one("appStoreVersionPhasedRelease", "appStoreVersionPhasedReleases"),
            .one("gameCenterAppVersion", "gameCenterAppVersions"), .one("routingAppCoverage", "routingAppCoverages"),
            .one("appStoreReviewDetail", "appStoreReviewDetails"),
            .one("appStoreVersionSubmission", "appStoreVersionSubmissions"),
            .one("appClipDefaultExperience", "appClipDefaultExperiences"), .many("appStoreVersionExperiments"),
            .many("appStoreVersionExperimentsV2", "appStoreVersionExperiments"),
            .one("alternativeDistributionPackage", "alternativeDistributionPackages"),
        ],
        absentFields: [
            "copyright", "reviewType", "earliestReleaseDate", "usesIdfa", "downloadable", "customerReviews",
        ])

    /// A build as it is uploaded here, and where devices get it. They have the identifiers of builds.
    static let appBuilds = ResourceSchema(
        "appBuilds", prefix: "/ba/v1",
        attributes: [
            .init("fileName", .string()), .init("fileSize", .integer(1...largestInteger)),
            .init("uploadOperations", .array(.object(uploadOperation))),
            .init("state", .enumeration(.versionState)),
            .init("stateDetails", stateDetails), .init("createdDate", .string(format: .dateTime)),
            .init("expired", .bool),
            .init("version", .string(), isNullable: true), .init("buildNumber", .string(), isNullable: true),
            .init("architecture", .string(), isNullable: true),
            .init("installedSize", .integer(0...Int64.max), isNullable: true),
            .init("sha256", .string(), isNullable: true),
            .init("internalBetaState", .enumeration(.internalBetaReleaseState), isNullable: true),
            .init("externalBetaState", .enumeration(.externalBetaReleaseState), isNullable: true),
            .init("appStoreState", .enumeration(.appStoreReleaseState), isNullable: true),
        ], relationships: [.init("app", "apps"), .init("build", "builds")])
}
