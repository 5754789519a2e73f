// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    /// Makes the next version of a pack.
    package func createVersion(packID: String) async throws(StorageError) -> VersionSummary {
        let (id, time) = (makeID(), now())
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            guard var state = try PackState(packID, in: connection) else {
                throw .refused(.relatedNotFound(relationship: "backgroundAsset", type: "backgroundAssets", id: packID))
            }
            guard state.pack.archivedAt == nil else {
                throw .refused(.packArchived(identifier: state.pack.identifier))
            }
            let version = state.add(id: id, at: time)
            try state.save(in: connection, at: time, makeID: makeID)
            try audit.note(.createVersion, version: id, in: connection)
            try audit.made(id, in: connection)
            return VersionSummary(version: version, releases: [:], files: [:], pack: state.pack)
        }
    }

    package func version(_ id: String) async throws(StorageError) -> VersionSummary? {
        try await versions([id]).first
    }

    /// Versions by their identifiers, in the order of these; those that there are not are left out.
    package func versions(_ ids: [String]) async throws(StorageError) -> [VersionSummary] {
        if ids.isEmpty { return [] }
        return try await database.read { (connection) throws(StorageError) in
            var versions: [String: HostedVersion] = [:]
            for row in try connection.rows("SELECT * FROM versions WHERE id IN (\(names: ids))") {
                let version = try HostedVersion(row)
                versions[version.id] = version
            }
            return try VersionSummary.summaries(of: ids.compactMap { versions[$0] }, in: connection)
        }
    }

    package func versions(_ listing: VersionListing) async throws(StorageError) -> Page<VersionSummary> {
        try await database.read { (connection) throws(StorageError) in
            let page = try connection.page(
                "SELECT v.* FROM versions v", where: listing.conditions, listing.keyset, limit: listing.limit
            ) { (row) throws(StorageError) in try HostedVersion(row) }
            return Page(try VersionSummary.summaries(of: page.elements, in: connection), hasMore: page.hasMore)
        }
    }

    /// A release by its identifier, and the version that it is of.
    package func release(
        _ id: String, in context: ReleaseContext
    ) async throws(StorageError) -> (release: HostedRelease, version: VersionSummary)? {
        try await database.read { (connection) throws(StorageError) -> (HostedRelease, VersionSummary)? in
            let row = try connection.row("SELECT * FROM releases WHERE id = \(id) AND context = \(context.rawValue)")
            guard let row else { return nil }
            let release = try HostedRelease(row)
            guard let versionRow = try connection.row("SELECT * FROM versions WHERE id = \(release.versionID)"),
                let version = try VersionSummary.summaries(of: [try HostedVersion(versionRow)], in: connection).first
            else { throw .unexpected("a release is of no version: \(id)") }
            return (release, version)
        }
    }

    /// Changes the releases of a pack by the rules of these, in one transaction.
    ///
    /// - `version`: the identifier of one of its versions.
    /// - Returns: what became of them.
    package func changeReleases(
        ofVersion id: String,
        _ body: @escaping @Sendable (inout PackReleases, _ number: Int) throws(ReleaseError) -> [ReleaseChange]
    ) async throws(StorageError) -> [ReleaseChange] {
        let time = now()
        return try await database.write { [makeID] (connection) throws(StorageError) in
            try Self.changeReleases(ofVersion: id, in: connection, at: time, makeID: makeID, body)
        }
    }

    /// The same, as a part of a transaction.
    static func changeReleases(
        ofVersion id: String, in connection: any SQLConnection, at time: Timestamp, makeID: @escaping () -> String,
        _ body: (inout PackReleases, _ number: Int) throws(ReleaseError) -> [ReleaseChange]
    ) throws(StorageError) -> [ReleaseChange] {
        guard let row = try connection.row("SELECT background_asset_id, number FROM versions WHERE id = \(id)"),
            var state = try PackState(try row.text("background_asset_id"), in: connection)
        else { throw .refused(.notFound(type: "backgroundAssetVersions", id: id)) }
        let number = Int(try row.integer("number"))
        return try state.change(in: connection, at: time, makeID: makeID) { (releases) throws(ReleaseError) in
            try body(&releases, number)
        }
    }
}

extension PackState {
    /// Changes the releases by their rules, and records what became of them.
    mutating func change(
        in connection: any SQLConnection, at time: Timestamp, makeID: @escaping () -> String,
        _ body: (inout PackReleases) throws(ReleaseError) -> [ReleaseChange]
    ) throws(StorageError) -> [ReleaseChange] {
        guard pack.archivedAt == nil else { throw .refused(.packArchived(identifier: pack.identifier)) }
        let changes: [ReleaseChange]
        do throws(ReleaseError) { changes = try body(&releases) } catch { throw .refused(.release(error)) }
        try save(changes, in: connection, at: time, makeID: makeID)
        try connection.signal(.releases)
        return changes
    }
}
