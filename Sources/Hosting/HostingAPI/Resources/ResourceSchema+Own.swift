// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel

// Resources that App Store Connect has not got.
extension ResourceSchema {
    /// What a context has of a pack, and how it is held. Their identifiers are those of packs with the context behind a point.
    static let packContexts = ResourceSchema(
        "packContexts", prefix: "/ba/v1",
        attributes: [
            .init("context", .enumeration(.releaseContext)),
            .init("activeVersion", .integer(numbers), isNullable: true),
            .init("pinnedVersion", .integer(numbers), isNullable: true),
            .init("rolloutPercentage", .integer(0...100), isNullable: true),
            .init("rolloutPreviousVersion", .integer(numbers), isNullable: true),
            .init("rolloutStartPercentage", .integer(0...100)),
        ],
        relationships: [
            .init("backgroundAsset", "backgroundAssets"),
            .init("activeBackgroundAssetVersion", "backgroundAssetVersions"),
        ])

    /// What there is of a pack beside what Apple's interface shows. They have the identifiers of packs.
    static let packSettings = ResourceSchema(
        "packSettings", prefix: "/ba/v1", attributes: [.init("private", .bool)],
        relationships: [.init("backgroundAsset", "backgroundAssets")])

    /// What there is of a version beside what Apple's interface shows. They have the identifiers of these.
    static let packVersions = ResourceSchema(
        "packVersions", prefix: "/ba/v1",
        attributes: [
            .init("version", .integer(numbers)),
            .init("platforms", .array(.enumeration(.devicePlatform))),
            .init("installedSize", .integer(0...Int64.max), isNullable: true),
            .init("sha256", .string(), isNullable: true), .init("lowestAppVersion", .string(), isNullable: true),
            .init("highestAppVersion", .string(), isNullable: true),
        ], relationships: [.init("backgroundAssetVersion", "backgroundAssetVersions")])

    /// What would become of a manifest. They are not kept.
    static let manifestChecks = ResourceSchema(
        "manifestChecks", prefix: nil,
        attributes: [
            .init("isValid", .bool), .init("assetPackIdentifier", .string(), isNullable: true),
            .init("platforms", .array(.enumeration(.devicePlatform))),
            .init("locale", .string(), isNullable: true), .init("details", stateDetails),
        ], relationships: [.init("app", "apps"), .init("backgroundAsset", "backgroundAssets")])

    /// A change that was made. They have no addresses of their own.
    static let auditEntries = ResourceSchema(
        "auditEntries", prefix: nil,
        attributes: [
            .init("time", .string(format: .dateTime)),
            .init("principalType", .enumeration(EnumerationSchema(nil, Principal.Kind.self))),
            .init("principalId", .string()), .init("action", .enumeration(.auditAction)),
            .init("subject", .string()), .init("detail", .string(), isNullable: true),
        ], relationships: [.init("app", "apps")])

    static let numbers: ClosedRange<Int64> = 1...Int64(Int32.max)
}
