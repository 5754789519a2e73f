// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    // MARK: Reading

    package func build(_ id: String) async throws(StorageError) -> HostedBuild? {
        try await database.read { (connection) throws(StorageError) in try Self.build(id, in: connection) }
    }

    package func builds(_ listing: BuildListing) async throws(StorageError) -> Page<HostedBuild> {
        try await database.read { (connection) throws(StorageError) in
            let page = try connection.page(
                "SELECT * FROM builds", where: listing.conditions, listing.keyset, limit: listing.limit
            ) { (row) throws(StorageError) in row }
            return Page(try Self.builds(page.elements, in: connection), hasMore: page.hasMore)
        }
    }

    static func build(_ id: String, in connection: any SQLConnection) throws(StorageError) -> HostedBuild? {
        guard let row = try connection.row("SELECT * FROM builds WHERE id = \(id)") else { return nil }
        return try builds([row], in: connection).first
    }

    /// With the releases of all of these, which are read at once.
    static func builds(_ rows: [SQLRow], in connection: any SQLConnection) throws(StorageError) -> [HostedBuild] {
        if rows.isEmpty { return [] }
        var ids: [String] = []
        for row in rows { ids.append(try row.text("id")) }
        var releases: [String: [SQLRow]] = [:]
        for row in try connection.rows("SELECT * FROM build_releases WHERE build_id IN (\(names: ids))") {
            releases[try row.text("build_id"), default: []].append(row)
        }
        var builds: [HostedBuild] = []
        for (row, id) in zip(rows, ids) { builds.append(try HostedBuild(row, releases: releases[id] ?? [])) }
        return builds
    }

    /// What the devices of an audience install of an app: one build for each kind of processor, the one that is reviewed and then
    /// the one that was released last first.
    ///
    /// - Returns: nil for an app that there is not, and for a submission that is none of it.
    package func publishedBuilds(
        bundleID: String, for audience: Audience
    ) async throws(StorageError) -> (app: HostedApp, builds: [HostedBuild])? {
        try await database.read { (connection) throws(StorageError) -> (HostedApp, [HostedBuild])? in
            guard let row = try connection.row("SELECT * FROM apps WHERE bundle_id = \(bundleID)") else { return nil }
            let app = try HostedApp(row)
            guard let selection = try AudienceSelection(audience, ofApp: app.id, in: connection) else { return nil }
            let context = selection.context
            let states = [
                InternalBetaReleaseState.readyForTesting.rawValue, AppStoreReleaseState.readyForDistribution.rawValue,
            ]
            let rows = try connection.rows(
                """
                SELECT b.* FROM builds b JOIN build_releases r ON r.build_id = b.id
                WHERE b.app_id = \(app.id) AND r.context = \(context.rawValue)
                    AND r.state IN (\(list: states))
                    AND (b.expired_at IS NULL OR r.context = \(ReleaseContext.appStore.rawValue))
                ORDER BY r.released_at DESC, b.created_at DESC, b.id DESC
                """)
            let released = try Self.builds(rows, in: connection)
            guard let id = selection.buildID, let reviewed = try Self.build(id, in: connection) else {
                return (app, released)
            }
            return (app, [reviewed] + released.filter { $0.id != id })
        }
    }

    // MARK: Uploading

    /// Makes a build, whose archive is uploaded then in parts.
    package func createBuild(
        appID: String, fileName: String, size: Int64
    ) async throws(StorageError) -> HostedBuild {
        guard try await app(appID) != nil else {
            throw .refused(.relatedNotFound(relationship: "app", type: "apps", id: appID))
        }
        let upload = try await objects.begin(
            try newKey(in: "builds"), size: size, partSize: limits.partSize(ofUpload: size))
        let build = HostedBuild(id: makeID(), appID: appID, fileName: fileName, upload: upload, createdAt: now())
        do throws(StorageError) {
            try await changing { (connection, audit) throws(StorageError) in
                try build.insert(into: connection)
                try audit.note(.createBuild, build, in: connection)
                try audit.made(build.id, in: connection)
            }
            return build
        } catch {
            // Whatever becomes of it: nobody knows of the upload.
            try await objects.abandon(upload)
            throw error
        }
    }

    /// All bytes of an archive have been uploaded: a worker reads them. Of several that commit at a time, one does.
    package func commitBuild(_ id: String) async throws(StorageError) -> HostedBuild {
        guard let build = try await build(id) else { throw .refused(.notFound(type: "appBuilds", id: id)) }
        guard build.state == .awaitingUpload else { throw .refused(.build(.notAwaitingUpload(build.state))) }
        try await assemble(build.upload, name: build.fileName)
        let (time, jobID) = (now(), makeID())
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            guard let before = try Self.build(id, in: connection) else {
                throw .refused(.notFound(type: "appBuilds", id: id))
            }
            var current = before
            do throws(IllegalTransition) { try current.state.apply(.commit) } catch {
                throw .refused(.build(.notAwaitingUpload(current.state)))
            }
            try BuildNews(connection: connection, time: time, makeID: makeID).save(current, before: before)
            try JobQueue.add(.build, for: id, id: jobID, at: time, in: connection)
            try audit.note(.uploadBuild, current, in: connection)
            return current
        }
    }
}
