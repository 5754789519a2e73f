// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

extension ResourceObject {
    init(_ summary: PackSummary) {
        let pack = summary.pack
        func active(_ context: ReleaseContext) -> Linkage {
            .one(
                summary.activeVersionIDs[context].map {
                    ResourceIdentifier(type: ResourceSchema.backgroundAssetVersions.type, id: $0)
                })
        }
        self.init(
            .backgroundAssets, id: pack.id,
            attributes: [
                "archived": .bool(pack.archivedAt != nil), "assetPackIdentifier": .string(pack.identifier),
                "createdDate": .string(pack.createdAt.description), "usedBytes": .integer(summary.usedBytes),
            ],
            linkages: [
                "app": .one(ResourceIdentifier(type: ResourceSchema.apps.type, id: pack.appID)),
                "appStoreVersion": active(.appStore), "internalBetaVersion": active(.internalBeta),
                "externalBetaVersion": active(.externalBeta),
            ])
    }

    init(_ summary: VersionSummary) {
        let version = summary.version
        var attributes: [String: JSONValue] = [
            "createdDate": .string(version.createdAt.description),
            // A platform that Apple's interface does not name is not shown in it.
            "platforms": .array(version.platforms.compactMap { ApplePlatform($0) }.map { .string($0.rawValue) }),
            "state": .string(version.state.rawValue), "stateDetails": version.problems.json,
            "version": .string("\(version.number)"),
        ]
        if let locale = version.locale { attributes["locale"] = .string(locale) }
        func release(_ context: ReleaseContext) -> Linkage {
            .one(
                summary.releases[context].map {
                    ResourceIdentifier(type: ResourceSchema.releases(in: context).type, id: $0.id)
                })
        }
        func file(_ type: UploadAssetType) -> Linkage {
            .one(
                summary.files[type].map {
                    ResourceIdentifier(type: ResourceSchema.backgroundAssetUploadFiles.type, id: $0.id)
                })
        }
        self.init(
            .backgroundAssetVersions, id: version.id, attributes: attributes,
            linkages: [
                "backgroundAsset": .one(
                    ResourceIdentifier(type: ResourceSchema.backgroundAssets.type, id: version.packID)),
                "internalBetaRelease": release(.internalBeta), "externalBetaRelease": release(.externalBeta),
                "appStoreRelease": release(.appStore), "assetFile": file(.asset), "manifestFile": file(.manifest),
            ])
    }

    init(_ release: HostedRelease) {
        self.init(
            .releases(in: release.context), id: release.id, attributes: ["state": .string(release.state)],
            linkages: [
                "backgroundAssetVersion": .one(
                    ResourceIdentifier(type: ResourceSchema.backgroundAssetVersions.type, id: release.versionID))
            ])
    }

    /// - `operations`: how it is uploaded; none of one that has arrived.
    init(_ file: UploadFile, operations: [UploadOperation] = []) {
        var attributes: [String: JSONValue] = [
            "assetDeliveryState": .object([
                "errors": file.problems.errors.json, "warnings": file.problems.warnings.json,
                "state": .string(file.state.rawValue),
            ]),
            "assetType": .string(file.type.rawValue), "fileName": .string(file.name), "fileSize": .integer(file.size),
            "uploadOperations": .array(operations.map(\.json)),
        ]
        if let sha256 = file.sha256 {
            attributes["sourceFileChecksums"] = .object([
                "file": .object(["hash": .string(sha256), "algorithm": .string("SHA_256")])
            ])
        }
        self.init(.backgroundAssetUploadFiles, id: file.id, attributes: attributes)
    }
}

extension ResourceSchema {
    static func releases(in context: ReleaseContext) -> ResourceSchema {
        switch context {
        case .internalBeta: internalBetaReleases
        case .externalBeta: externalBetaReleases
        case .appStore: appStoreReleases
        }
    }
}

extension ProblemList {
    var json: JSONValue {
        .object(["errors": errors.json, "warnings": warnings.json, "infos": infos.json])
    }
}

extension [Problem] {
    fileprivate var json: JSONValue {
        .array(map { .object(["code": .string($0.code), "description": .string($0.description)]) })
    }
}
