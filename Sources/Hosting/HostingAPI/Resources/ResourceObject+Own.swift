// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

extension ResourceObject {
    init(_ context: PackContext) {
        func number(_ value: Int?) -> JSONValue { value.map { .integer(Int64($0)) } ?? .null }
        self.init(
            .packContexts, id: "\(context.pack.id).\(context.context.rawValue)",
            attributes: [
                "context": .string(context.context.rawValue), "activeVersion": number(context.active?.number),
                "pinnedVersion": number(context.pinned), "rolloutPercentage": number(context.rollout?.percentage),
                "rolloutPreviousVersion": number(context.rollout?.previous),
                "rolloutStartPercentage": .integer(Int64(context.rolloutStart)),
            ],
            linkages: [
                "backgroundAsset": .one(
                    ResourceIdentifier(type: ResourceSchema.backgroundAssets.type, id: context.pack.id)),
                "activeBackgroundAssetVersion": .one(
                    context.active.map {
                        ResourceIdentifier(type: ResourceSchema.backgroundAssetVersions.type, id: $0.id)
                    }),
            ])
    }

    /// - `pack`: whose resource beside that of Apple's interface this is.
    init(own pack: HostedPack) {
        self.init(
            .packSettings, id: pack.id, attributes: ["private": .bool(pack.isPrivate)],
            linkages: [
                "backgroundAsset": .one(ResourceIdentifier(type: ResourceSchema.backgroundAssets.type, id: pack.id))
            ])
    }

    /// - `summary`: of a version, whose resource beside that of Apple's interface this is.
    init(own summary: VersionSummary) {
        let version = summary.version
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        self.init(
            .packVersions, id: version.id,
            attributes: [
                "version": .integer(Int64(version.number)),
                "platforms": .array(version.platforms.map { .string($0.rawValue) }),
                "installedSize": version.installedSize.map(JSONValue.integer) ?? .null,
                "sha256": text(summary.files[.asset]?.sha256),
                "lowestAppVersion": text(version.appVersions.lowest?.description),
                "highestAppVersion": text(version.appVersions.highest?.description),
            ],
            linkages: [
                "backgroundAssetVersion": .one(
                    ResourceIdentifier(type: ResourceSchema.backgroundAssetVersions.type, id: version.id))
            ])
    }

    /// - `report`: nil for what is no manifest.
    /// - `pack`: nil where there is none yet.
    init(checkOf report: ManifestReport?, id: String, pack: HostedPack?, app: HostedApp, _ problems: ProblemList) {
        self.init(
            .manifestChecks, id: id,
            attributes: [
                "isValid": .bool(problems.errors.isEmpty),
                "assetPackIdentifier": report.map { .string($0.assetPackID) } ?? .null,
                "platforms": .array((report?.platforms ?? []).map { .string($0.rawValue) }),
                "locale": report?.language.map(JSONValue.string) ?? .null, "details": problems.json,
            ],
            linkages: [
                "app": .one(ResourceIdentifier(type: ResourceSchema.apps.type, id: app.id)),
                "backgroundAsset": .one(
                    pack.map { ResourceIdentifier(type: ResourceSchema.backgroundAssets.type, id: $0.id) }),
            ])
    }

    init(_ entry: AuditEntry) {
        self.init(
            .auditEntries, id: entry.id,
            attributes: [
                "time": .string(entry.time.description), "principalType": .string(entry.principal.kind.rawValue),
                "principalId": .string(entry.principal.id), "action": .string(entry.action.rawValue),
                "subject": .string(entry.subject), "detail": entry.detail.map(JSONValue.string) ?? .null,
            ],
            linkages: ["app": .one(entry.appID.map { ResourceIdentifier(type: ResourceSchema.apps.type, id: $0) })])
    }
}
