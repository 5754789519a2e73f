// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

extension ResourceObject {
    /// - `build`: one whose archive has been uploaded.
    init(_ build: HostedBuild) {
        let state = ResourceSchema.BuildProcessingState(build.state)
        var attributes: [String: JSONValue] = [
            "uploadedDate": .string(build.createdAt.description), "expired": .bool(build.isExpired),
            "processingState": .string(state.rawValue),
        ]
        if let archive = build.archive { attributes["version"] = .string(archive.build) }
        attributes["usesNonExemptEncryption"] = build.usesEncryption.map(JSONValue.bool)
        self.init(
            .builds, id: build.id, attributes: attributes,
            linkages: ["app": .one(ResourceIdentifier(type: ResourceSchema.apps.type, id: build.appID))])
    }

    /// - `operations`: how it is uploaded; none of one that has arrived.
    init(own build: HostedBuild, operations: [UploadOperation] = []) {
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        let archive = build.archive
        self.init(
            .appBuilds, id: build.id,
            attributes: [
                "fileName": .string(build.fileName), "fileSize": .integer(build.size),
                "uploadOperations": .array(operations.map(\.json)), "state": .string(build.state.rawValue),
                "stateDetails": build.problems.json, "createdDate": .string(build.createdAt.description),
                "expired": .bool(build.isExpired), "version": text(archive?.version),
                "buildNumber": text(archive?.build),
                "architecture": text(archive?.architecture),
                "installedSize": archive.map { .integer($0.installedSize) } ?? .null, "sha256": text(archive?.sha256),
                "internalBetaState": text(build.releases.internalBeta?.rawValue),
                "externalBetaState": text(build.releases.externalBeta?.rawValue),
                "appStoreState": text(build.releases.appStore?.rawValue),
            ],
            linkages: [
                "app": .one(ResourceIdentifier(type: ResourceSchema.apps.type, id: build.appID)),
                "build": .one(ResourceIdentifier(type: ResourceSchema.builds.type, id: build.id)),
            ])
    }

    init(_ summary: AppStoreVersionSummary) {
        let version = summary.version
        var attributes: [String: JSONValue] = [
            "versionString": .string(version.versionString),
            "appStoreState": .string(AppStoreState.name(of: summary.state)),
            "appVersionState": .string(summary.state.appVersionState),
            "releaseType": .string(ResourceSchema.usualReleaseType),
            "createdDate": .string(version.createdAt.description),
        ]
        if let platform = version.platform { attributes["platform"] = .string(platform.rawValue) }
        self.init(
            .appStoreVersions, id: version.id, attributes: attributes,
            linkages: [
                "app": .one(ResourceIdentifier(type: ResourceSchema.apps.type, id: version.appID)),
                "build": .one(version.buildID.map { ResourceIdentifier(type: ResourceSchema.builds.type, id: $0) }),
            ])
    }
}
