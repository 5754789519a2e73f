// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    /// What an app publishes in a context, to whichever device asks.
    ///
    /// - Returns: nil for an app that there is not.
    package func publicationState(
        bundleID: String, in context: ReleaseContext
    ) async throws(StorageError) -> PublicationState? {
        try await database.read { (connection) throws(StorageError) -> PublicationState? in
            guard let row = try connection.row("SELECT * FROM apps WHERE bundle_id = \(bundleID)") else { return nil }
            let app = try HostedApp(row)
            var (ids, releases): ([String], [String: PackReleases]) = ([], [:])
            for row in try connection.rows(Self.activeVersions(of: app.id, in: context)) {
                guard try row.bool("is_special") else {
                    ids.append(try row.text("id"))
                    continue
                }
                // Of some packs, not every device gets the active version.
                let packID = try row.text("background_asset_id")
                guard let state = try PackState(packID, in: connection) else { continue }
                releases[packID] = state.releases
                ids += state.releases.candidates(in: context).compactMap { state[$0.number]?.id }
            }
            var versions: [HostedVersion] = []
            if !ids.isEmpty {
                for row in try connection.rows("SELECT * FROM versions WHERE id IN (\(list: ids))") {
                    versions.append(try HostedVersion(row))
                }
            }
            var (archived, privatePacks): ([String], [String]) = ([], [])
            let rows = try connection.rows(
                """
                SELECT identifier, archived_at, is_private FROM background_assets
                WHERE app_id = \(app.id) AND (archived_at IS NOT NULL OR is_private = 1)
                ORDER BY identifier
                """)
            for row in rows {
                let identifier = try row.text("identifier")
                if try row.optionalInteger("archived_at") != nil { archived.append(identifier) }
                if try row.bool("is_private") { privatePacks.append(identifier) }
            }
            let summaries = try VersionSummary.summaries(of: versions, in: connection)
            let packs = Dictionary(grouping: summaries) { $0.pack.id }.values.compactMap { versions in
                versions.first.map { first in
                    PublicationState.Pack(pack: first.pack, versions: versions, releases: releases[first.pack.id])
                }
            }
            return PublicationState(
                app: app, context: context, sequence: try row.integer("sequence"),
                packs: packs.sorted { $0.pack.identifier < $1.pack.identifier }, archived: archived,
                privatePacks: privatePacks)
        }
    }

    /// The sequences of apps, by their bundle identifiers: while one stays, so does what its app publishes in all contexts.
    package func publicationSequences(of bundleIDs: [String]) async throws(StorageError) -> [String: Int64] {
        try await database.read { (connection) throws(StorageError) in
            var sequences: [String: Int64] = [:]
            let rows = try connection.rows(
                "SELECT bundle_id, sequence FROM apps WHERE bundle_id IN (\(list: bundleIDs))")
            for row in rows { sequences[try row.text("bundle_id")] = try row.integer("sequence") }
            return sequences
        }
    }

    /// The active versions of packs that are not archived, and whether there are devices that do not get them.
    private static func activeVersions(of appID: String, in context: ReleaseContext) -> SQL {
        let states = [
            InternalBetaReleaseState.readyForTesting.rawValue, AppStoreReleaseState.readyForDistribution.rawValue,
        ]
        return """
            SELECT v.id, v.background_asset_id,
                CASE WHEN v.lowest_app_version IS NOT NULL OR v.highest_app_version IS NOT NULL
                    OR EXISTS (SELECT 1 FROM rollouts o
                        WHERE o.background_asset_id = p.id AND o.context = \(context.rawValue))
                THEN 1 ELSE 0 END AS is_special
            FROM versions v JOIN background_assets p ON p.id = v.background_asset_id
                JOIN releases r ON r.version_id = v.id
            WHERE p.app_id = \(appID) AND p.archived_at IS NULL AND r.context = \(context.rawValue)
                AND r.state IN (\(list: states))
            """
    }

    /// A version that is, or was, published in a context: a transfer of it may be under way still.
    ///
    /// - Returns: nil for one that was never published there, and for a pack that was taken back.
    package func publishedVersion(
        _ number: Int, ofPack identifier: String, bundleID: String, in context: ReleaseContext
    ) async throws(StorageError) -> VersionSummary? {
        try await database.read { (connection) throws(StorageError) -> VersionSummary? in
            let states = [
                InternalBetaReleaseState.readyForTesting.rawValue, AppStoreReleaseState.readyForDistribution.rawValue,
                AppStoreReleaseState.superseded.rawValue,
            ]
            let row = try connection.row(
                """
                SELECT v.* FROM versions v JOIN background_assets p ON p.id = v.background_asset_id
                    JOIN apps a ON a.id = p.app_id JOIN releases r ON r.version_id = v.id
                WHERE a.bundle_id = \(bundleID) AND p.identifier = \(identifier) AND p.archived_at IS NULL
                    AND v.number = \(number) AND r.context = \(context.rawValue) AND r.state IN (\(list: states))
                """)
            guard let row else { return nil }
            return try VersionSummary.summaries(of: [try HostedVersion(row)], in: connection).first
        }
    }
}
