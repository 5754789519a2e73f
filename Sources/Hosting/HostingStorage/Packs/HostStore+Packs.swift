// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension HostStore {
    /// Makes an asset pack of an app.
    package func createPack(appID: String, identifier: String) async throws(StorageError) -> HostedPack {
        if let fault = PackIdentifierRules.fault(of: identifier) {
            throw .refused(.identifierInvalid(identifier, reason: fault))
        }
        let pack = HostedPack(id: makeID(), appID: appID, identifier: identifier, createdAt: now())
        return try await changing { [limits] (connection, audit) throws(StorageError) in
            guard try connection.row("SELECT id FROM apps WHERE id = \(appID)") != nil else {
                throw .refused(.relatedNotFound(relationship: "app", type: "apps", id: appID))
            }
            let taken = try connection.row(
                "SELECT id FROM background_assets WHERE app_id = \(appID) AND identifier = \(identifier)")
            guard taken == nil else { throw .refused(.taken(attribute: "assetPackIdentifier", value: identifier)) }
            let count = try connection.row(
                "SELECT COUNT(*) AS count FROM background_assets WHERE app_id = \(appID) AND archived_at IS NULL")
            guard try count?.integer("count") ?? 0 < limits.packCount else {
                throw .refused(.tooManyPacks(limit: limits.packCount))
            }
            try pack.insert(into: connection)
            try audit.note(.createPack, app: appID, identifier, in: connection)
            try audit.made(pack.id, in: connection)
            return pack
        }
    }

    package func pack(_ id: String) async throws(StorageError) -> PackSummary? {
        try await database.read { (connection) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM background_assets WHERE id = \(id)") else { return nil }
            return try PackSummary.summaries(of: [try HostedPack(row)], in: connection).first
        }
    }

    package func packs(_ listing: PackListing) async throws(StorageError) -> Page<PackSummary> {
        try await database.read { (connection) throws(StorageError) in
            let page = try connection.page(
                "SELECT p.* FROM background_assets p", where: listing.conditions, listing.keyset, limit: listing.limit
            ) { (row) throws(StorageError) in try HostedPack(row) }
            return Page(
                try PackSummary.summaries(of: page.elements, in: connection), hasMore: page.hasMore)
        }
    }

    /// Takes a pack back that was made for an upload which has come to nothing. One that has a version stays.
    package func takeBackPack(_ id: String) async throws(StorageError) {
        try await changing { (connection, audit) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM background_assets WHERE id = \(id)"),
                try connection.row("SELECT id FROM versions WHERE background_asset_id = \(id) LIMIT 1") == nil
            else { return }
            let pack = try HostedPack(row)
            try audit.note(.takeBackPack, app: pack.appID, pack.identifier, in: connection)
            try connection.execute("DELETE FROM background_assets WHERE id = \(id)")
        }
    }

    /// Archives a pack, or takes that back (which App Store Connect does not). What is archived is taken out of the submissions that
    /// it is in: the other packs there go on without it.
    package func setArchived(_ isArchived: Bool, pack id: String) async throws(StorageError) -> PackSummary {
        let (time, actorID) = (now(), Principal.current.id)
        return try await changing { [limits, makeID] (connection, audit) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM background_assets WHERE id = \(id)") else {
                throw .refused(.notFound(type: "backgroundAssets", id: id))
            }
            var pack = try HostedPack(row)
            if (pack.archivedAt != nil) != isArchived {
                if !isArchived {
                    let count = try connection.row(
                        """
                        SELECT COUNT(*) AS count FROM background_assets
                        WHERE app_id = \(pack.appID) AND archived_at IS NULL
                        """)
                    guard try count?.integer("count") ?? 0 < limits.packCount else {
                        throw .refused(.tooManyPacks(limit: limits.packCount))
                    }
                }
                if isArchived {
                    try Self.withdraw(pack: id, by: actorID, in: connection, at: time, makeID: makeID)
                    try Self.withdrawFromBeta(pack: id, audit, in: connection, at: time, makeID: makeID)
                }
                pack.archivedAt = isArchived ? time : nil
                try connection.execute("UPDATE background_assets SET archived_at = \(pack.archivedAt) WHERE id = \(id)")
                try connection.advanceSequence(ofApp: pack.appID)
                try audit.note(
                    isArchived ? .archivePack : .unarchivePack, app: pack.appID, pack.identifier, in: connection)
                try connection.signal(.releases)
            }
            guard let summary = try PackSummary.summaries(of: [pack], in: connection).first else {
                throw .unexpected("a pack has no summary: \(id)")
            }
            return summary
        }
    }

    /// Takes a pack out of each submission that has no end yet.
    private static func withdraw(
        pack id: String, by actorID: String, in connection: any SQLConnection, at time: Timestamp,
        makeID: @escaping () -> String
    ) throws(StorageError) {
        let open = [ReviewItemState.readyForReview, .accepted, .rejected].map(\.rawValue)
        let rows = try connection.rows(
            """
            SELECT i.id FROM review_items i JOIN review_submissions s ON s.id = i.submission_id
            WHERE i.background_asset_id = \(id) AND i.state IN (\(list: open))
                AND s.state <> \(ReviewSubmissionState.complete.rawValue)
            """)
        for row in rows {
            let itemID = try row.text("id")
            var state = try ReviewState(ofItem: itemID, in: connection)
            let consequences: [ReviewConsequence]
            do throws(ReviewError) { consequences = try state.submission.remove(itemID) } catch {
                throw .refused(.review(error))
            }
            _ = try state.save(consequences, by: actorID, in: connection, at: time, makeID: makeID)
        }
    }
}
