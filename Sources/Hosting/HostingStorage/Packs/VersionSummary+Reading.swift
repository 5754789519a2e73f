// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension VersionSummary {
    /// Those of versions, in their order.
    static func summaries(
        of versions: [HostedVersion], in connection: any SQLConnection
    ) throws(StorageError) -> [VersionSummary] {
        let ids = versions.map(\.id)
        if ids.isEmpty { return [] }
        var packs: [String: HostedPack] = [:]
        for row in try connection.rows(
            "SELECT * FROM background_assets WHERE id IN (\(names: Array(Set(versions.map(\.packID)))))")
        {
            let pack = try HostedPack(row)
            packs[pack.id] = pack
        }
        var releases: [String: [ReleaseContext: HostedRelease]] = [:]
        for row in try connection.rows("SELECT * FROM releases WHERE version_id IN (\(names: ids))") {
            let release = try HostedRelease(row)
            releases[release.versionID, default: [:]][release.context] = release
        }
        var files: [String: [UploadAssetType: UploadFile]] = [:]
        let fileRows = try connection.rows(
            "SELECT * FROM upload_files WHERE version_id IN (\(names: ids)) ORDER BY created_at, id")
        for row in fileRows {
            let file = try UploadFile(row)
            let before = files[file.versionID]?[file.type]
            if let before, before.state != .failed, file.state == .failed { continue }
            files[file.versionID, default: [:]][file.type] = file
        }
        var summaries: [VersionSummary] = []
        for version in versions {
            guard let pack = packs[version.packID] else { throw .unexpected("a version is of no pack: \(version.id)") }
            summaries.append(
                VersionSummary(
                    version: version, releases: releases[version.id] ?? [:], files: files[version.id] ?? [:],
                    pack: pack))
        }
        return summaries
    }
}
