// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

// The asset packs, their versions and files, and where these are released (hosting-api 1.2).
extension ResourceSchema {
    static let largestInteger: Int64 = (1 << 53) - 1

    static let backgroundAssets = ResourceSchema(
        "backgroundAssets",
        attributes: [
            .init("archived", .bool), .init("assetPackIdentifier", .string()),
            .init("createdDate", .string(format: .dateTime)), .init("usedBytes", .integer(0...largestInteger)),
        ],
        relationships: [
            .init("app", "apps"),
            .init("versions", "backgroundAssetVersions", isToMany: true, hasAddress: true),
            .init("appStoreVersion", "backgroundAssetVersions"),
            .init("internalBetaVersion", "backgroundAssetVersions"),
            .init("externalBetaVersion", "backgroundAssetVersions"),
        ])

    static let backgroundAssetVersions = ResourceSchema(
        "backgroundAssetVersions",
        attributes: [
            .init("createdDate", .string(format: .dateTime)),
            .init("platforms", .array(.enumeration(.platform))),
            .init("state", .enumeration(.versionState)),
            .init("stateDetails", stateDetails),
            .init("version", .string()), .init("locale", .string()),
        ],
        relationships: [
            .init("backgroundAsset", "backgroundAssets"),
            .init("internalBetaRelease", "backgroundAssetVersionInternalBetaReleases"),
            .init("externalBetaRelease", "backgroundAssetVersionExternalBetaReleases"),
            .init("appStoreRelease", "backgroundAssetVersionAppStoreReleases"),
            .init("assetFile", "backgroundAssetUploadFiles"), .init("manifestFile", "backgroundAssetUploadFiles"),
            .init("backgroundAssetUploadFiles", "backgroundAssetUploadFiles", isToMany: true, hasAddress: true),
        ])

    static let backgroundAssetUploadFiles = ResourceSchema(
        "backgroundAssetUploadFiles",
        attributes: [
            .init(
                "assetDeliveryState",
                .object([
                    .init("errors", problems), .init("warnings", problems),
                    .init("state", .enumeration(.uploadFileState)),
                ])),
            .init("assetToken", .string()), .init("assetType", .enumeration(.uploadAssetKind)),
            .init("fileName", .string()), .init("fileSize", .integer(1...largestInteger)),
            .init("sourceFileChecksum", .string()), .init("sourceFileChecksums", checksums),
            .init("uploadOperations", .array(.object(uploadOperation))),
        ])

    static let internalBetaReleases = release("backgroundAssetVersionInternalBetaReleases", .internalBetaReleaseState)
    static let externalBetaReleases = release("backgroundAssetVersionExternalBetaReleases", .externalBetaReleaseState)
    static let appStoreReleases = release("backgroundAssetVersionAppStoreReleases", .appStoreReleaseState)

    private static func release(_ type: String, _ states: EnumerationSchema) -> ResourceSchema {
        ResourceSchema(
            type, attributes: [.init("state", .enumeration(states))],
            relationships: [.init("backgroundAssetVersion", "backgroundAssetVersions")])
    }

    // MARK: Parts

    static let stateDetails = ValueSchema.object([
        .init("errors", problems), .init("warnings", problems), .init("infos", problems),
    ])

    private static let problems = ValueSchema.array(
        .object([.init("code", .string()), .init("description", .string())]))

    /// Digests of a file as its client has them.
    static let checksums = ValueSchema.object([
        .init(
            "file",
            .object([
                .init("hash", .string(length: 1...128)), .init("algorithm", .enumeration(.checksumAlgorithm)),
            ]), isNullable: true),
        .init(
            "composite",
            .object([
                .init("hash", .string(length: 1...128)), .init("algorithm", .enumeration(["MD5"])),
            ]), isNullable: true),
    ])

    static let uploadOperation: [AttributeSchema] = [
        .init("method", .string()), .init("url", .string(format: .uri)),
        .init("length", .integer(1...largestInteger)), .init("offset", .integer(0...largestInteger)),
        .init("requestHeaders", .array(.object([.init("name", .string()), .init("value", .string())]))),
        .init("expiration", .string(format: .dateTime)), .init("partNumber", .integer(1...10_000)),
        .init("entityTag", .string()),
    ]
}
