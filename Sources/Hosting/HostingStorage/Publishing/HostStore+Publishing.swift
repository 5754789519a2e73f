// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    /// What an app publishes for an audience, to whichever of its devices asks.
    ///
    /// - Returns: nil for an app that there is not, and for a submission that is none of it.
    package func publicationState(
        bundleID: String, for audience: Audience
    ) async throws(StorageError) -> PublicationState? {
        try await database.read { (connection) throws(StorageError) -> PublicationState? in
            guard let row = try connection.row("SELECT * FROM apps WHERE bundle_id = \(bundleID)") else { return nil }
            let app = try HostedApp(row)
            guard let selection = try AudienceSelection(audience, ofApp: app.id, in: connection) else { return nil }
            let context = selection.context
            let (identifiers, archived, privatePacks) = try Self.packs(of: app.id, connection)
            let varying = try Self.varyingPacks(of: app.id, in: context, connection)
            var (versions, releases): ([PublishedVersion], [String: PackReleases]) = ([], [:])
            var others = Array(selection.versionIDs.values)
            for row in try connection.rows(Self.activeVersions(of: app.id, in: context)) {
                // What is archived is published nowhere.
                guard let version = try PublishedVersion(row, of: identifiers),
                    selection.versionIDs[version.packID] == nil
                else { continue }
                guard try row.bool("is_limited") || varying.contains(version.packID) else {
                    versions.append(version)
                    continue
                }
                // Not every device gets the active version.
                guard let state = try PackState(version.packID, in: connection) else { continue }
                releases[version.packID] = state.releases
                others += state.releases.candidates(in: context).compactMap { state[$0.number]?.id }
            }
            if !others.isEmpty {
                let rows = try connection.rows(PublishedVersion.selection + " WHERE v.id IN (\(names: others))")
                for row in rows { try PublishedVersion(row, of: identifiers).map { versions.append($0) } }
            }
            let packs = Dictionary(grouping: versions, by: \.packID).compactMap { id, versions in
                versions.first.map { first in
                    PublicationState.Pack(identifier: first.packIdentifier, versions: versions, releases: releases[id])
                }
            }
            return PublicationState(
                app: app, context: context, sequence: try row.integer("sequence"),
                packs: packs.sorted { $0.identifier < $1.identifier }, archived: archived,
                privatePacks: privatePacks)
        }
    }

    /// The sequences of apps, by their bundle identifiers: while one stays, so does what its app publishes in all contexts.
    package func publicationSequences(of bundleIDs: [String]) async throws(StorageError) -> [String: Int64] {
        try await database.read { (connection) throws(StorageError) in
            var sequences: [String: Int64] = [:]
            let rows = try connection.rows(
                "SELECT bundle_id, sequence FROM apps WHERE bundle_id IN (\(names: bundleIDs))")
            for row in rows { sequences[try row.text("bundle_id")] = try row.integer("sequence") }
            return sequences
        }
    }

    /// The packs of an app: the identifiers of those that are not archived, of those that are, and of those that are private.
    private static func packs(
        of appID: String, _ connection: any SQLConnection
    ) throws(StorageError) -> (current: [String: String], archived: [String], privatePacks: [String]) {
        var (current, archived, privatePacks): ([String: String], [String], [String]) = ([:], [], [])
        let rows = try connection.rows(
            """
            SELECT id, identifier, CASE WHEN archived_at IS NULL THEN 0 ELSE 1 END AS is_archived, is_private
            FROM background_assets WHERE app_id = \(appID) ORDER BY identifier
            """)
        for row in rows {
            let identifier = try row.text("identifier")
            if try row.bool("is_archived") {
                archived.append(identifier)
            } else {
                current[try row.text("id")] = identifier
            }
            if try row.bool("is_private") { privatePacks.append(identifier) }
        }
        return (current, archived, privatePacks)
    }

    /// The active versions of an app's packs, archived ones among them.
    private static func activeVersions(of appID: String, in context: ReleaseContext) -> SQL {
        let states = [
            InternalBetaReleaseState.readyForTesting.rawValue, AppStoreReleaseState.readyForDistribution.rawValue,
        ]
        return PublishedVersion.selection + """
             JOIN releases r ON r.version_id = v.id
            WHERE r.app_id = \(appID) AND r.context = \(context.rawValue) AND r.state IN (\(list: states))
            """
    }

    /// The packs of which a share of the devices gets another version.
    private static func varyingPacks(
        of appID: String, in context: ReleaseContext, _ connection: any SQLConnection
    ) throws(StorageError) -> Set<String> {
        var packs: Set<String> = []
        let rows = try connection.rows(
            """
            SELECT o.background_asset_id FROM rollouts o JOIN background_assets p ON p.id = o.background_asset_id
            WHERE p.app_id = \(appID) AND o.context = \(context.rawValue)
            """)
        for row in rows { packs.insert(try row.text("background_asset_id")) }
        return packs
    }

    /// A version that is, or was, published for an audience: a transfer of it may be under way still.
    ///
    /// - Returns: nil for one that was never published there, and for a pack that was taken back.
    package func publishedVersion(
        _ number: Int, ofPack identifier: String, bundleID: String, for audience: Audience
    ) async throws(StorageError) -> VersionSummary? {
        try await database.read { (connection) throws(StorageError) -> VersionSummary? in
            let row = try connection.row(
                """
                SELECT v.*, a.id AS app_id FROM versions v JOIN background_assets p ON p.id = v.background_asset_id
                    JOIN apps a ON a.id = p.app_id
                WHERE a.bundle_id = \(bundleID) AND p.identifier = \(identifier) AND p.archived_at IS NULL
                    AND v.number = \(number)
                """)
            guard let row,
                let selection = try AudienceSelection(audience, ofApp: try row.text("app_id"), in: connection)
            else { return nil }
            let version = try HostedVersion(row)
            if !selection.versionIDs.values.contains(version.id) {
                guard try Self.wasPublished(version.id, in: selection.context, connection) else { return nil }
            }
            return try VersionSummary.summaries(of: [version], in: connection).first
        }
    }

    private static func wasPublished(
        _ versionID: String, in context: ReleaseContext, _ connection: any SQLConnection
    ) throws(StorageError) -> Bool {
        let states = [
            InternalBetaReleaseState.readyForTesting.rawValue, AppStoreReleaseState.readyForDistribution.rawValue,
            AppStoreReleaseState.superseded.rawValue,
        ]
        let row = try connection.row(
            """
            SELECT id FROM releases
            WHERE version_id = \(versionID) AND context = \(context.rawValue) AND state IN (\(list: states))
            """)
        return row != nil
    }
}
