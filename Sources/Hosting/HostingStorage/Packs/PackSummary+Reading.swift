// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension PackSummary {
    /// Those of packs, in their order.
    static func summaries(
        of packs: [HostedPack], in connection: any SQLConnection
    ) throws(StorageError) -> [PackSummary] {
        let ids = packs.map(\.id)
        if ids.isEmpty { return [] }
        var releases: [String: [ReleaseContext: HostedRelease]] = [:]
        let releaseRows = try connection.rows(
            """
            SELECT r.* FROM releases r JOIN versions v ON v.id = r.version_id
            WHERE v.background_asset_id IN (\(names: ids))
            """)
        for row in releaseRows {
            let release = try HostedRelease(row)
            releases[release.versionID, default: [:]][release.context] = release
        }
        var versions: [String: [(released: ReleasedVersion, id: String, bytes: Int64)]] = [:]
        // Versions that wait, or have failed, have no releases, and count for nothing.
        let versionRows = try connection.rows(
            """
            SELECT v.*, f.file_size AS bytes FROM versions v
            LEFT JOIN upload_files f ON f.version_id = v.id AND f.asset_type = 'ASSET' AND f.state = 'COMPLETE'
            WHERE v.background_asset_id IN (\(names: ids)) AND v.state = 'COMPLETE'
            """)
        for row in versionRows {
            let version = try HostedVersion(row)
            versions[version.packID, default: []].append(
                (
                    try ReleasedVersion(version, releases[version.id] ?? [:]), version.id,
                    try row.optionalInteger("bytes") ?? 0
                ))
        }
        return packs.map { pack in
            // What is archived is gone everywhere, and counts no more.
            let own = pack.archivedAt == nil ? versions[pack.id] ?? [] : []
            var active: [ReleaseContext: String] = [:]
            for context in ReleaseContext.allCases {
                active[context] = own.first { $0.released.isActive(in: context) }?.id
            }
            return PackSummary(
                pack: pack, activeVersionIDs: active,
                usedBytes: Quota.usedBytes(of: own.map { ($0.released, $0.bytes) }))
        }
    }
}
