// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension HostStore {
    /// The objects of a page of versions, in the order of their identifiers.
    ///
    /// - Returns: also the last version of the page; nil when there was none.
    func recordedObjects(
        afterVersion id: String?, limit: Int
    ) async throws(StorageError) -> (objects: [RecordedObject], last: String?) {
        try await database.read { (connection) throws(StorageError) in
            try Self.recordedObjects(afterVersion: id, limit: limit, in: connection)
        }
    }

    static func recordedObjects(
        afterVersion id: String?, limit: Int, in connection: any SQLConnection
    ) throws(StorageError) -> (objects: [RecordedObject], last: String?) {
        let page = try connection.page(
            "SELECT * FROM versions", where: [], Keyset([.init("id")], after: id.map { [.text($0)] }),
            limit: limit
        ) { (row) throws(StorageError) in try HostedVersion(row) }
        if page.elements.isEmpty { return ([], nil) }
        var bundleIDs: [String: String] = [:]
        for row in try connection.rows("SELECT id, bundle_id FROM apps") {
            bundleIDs[try row.text("id")] = try row.text("bundle_id")
        }
        let summaries = try VersionSummary.summaries(of: page.elements, in: connection)
        let states = [UploadFileState.uploadComplete, .complete, .failed].map(\.rawValue)
        var files: [String: [UploadFile]] = [:]
        let rows = try connection.rows(
            """
            SELECT * FROM upload_files WHERE version_id IN (\(names: page.elements.map(\.id)))
                AND state IN (\(list: states))
            ORDER BY created_at, id
            """)
        for row in rows {
            let file = try UploadFile(row)
            files[file.versionID, default: []].append(file)
        }
        return (
            summaries.flatMap { summary in
                let bundleID = bundleIDs[summary.pack.appID] ?? summary.pack.appID
                return objects(
                    of: summary.version, files[summary.version.id] ?? [],
                    name: "\(summary.pack.identifier) \(summary.version.number) of \(bundleID)")
            }, page.elements.last?.id
        )
    }

    private static func objects(of version: HostedVersion, _ files: [UploadFile], name: String) -> [RecordedObject] {
        var objects = files.map { file in
            RecordedObject(
                key: file.upload.key, size: file.size, sha256: file.sha256,
                name: "\(file.type == .asset ? "the archive" : "the manifest") of \(name)")
        }
        if let blocks = version.blocks {
            objects.append(
                RecordedObject(
                    key: blocks.key, size: blocks.size, sha256: blocks.sha256, name: "the list of blocks of \(name)"))
        }
        if let listing = version.listing {
            objects.append(RecordedObject(key: listing, size: nil, sha256: nil, name: "the list of files of \(name)"))
        }
        return objects
    }

    // MARK: Builds

    /// The archives of a page of builds, as those of versions.
    func recordedObjects(
        afterBuild id: String?, limit: Int
    ) async throws(StorageError) -> (objects: [RecordedObject], last: String?) {
        try await database.read { (connection) throws(StorageError) in
            try Self.recordedObjects(afterBuild: id, limit: limit, in: connection)
        }
    }

    static func recordedObjects(
        afterBuild id: String?, limit: Int, in connection: any SQLConnection
    ) throws(StorageError) -> (objects: [RecordedObject], last: String?) {
        let select: SQL = "SELECT b.*, a.bundle_id FROM builds b JOIN apps a ON a.id = b.app_id"
        let page = try connection.page(
            select, where: [], Keyset([.init("b.id")], after: id.map { [.text($0)] }), limit: limit
        ) { (row) throws(StorageError) in
            (build: try HostedBuild(row, releases: []), bundleID: try row.text("bundle_id"))
        }
        let objects = page.elements.filter { $0.build.state != .awaitingUpload }.map { build, bundleID in
            RecordedObject(
                key: build.upload.key, size: build.size, sha256: build.archive?.sha256,
                name:
                    "the build \(build.archive.map { "\($0.version) (\($0.build))" } ?? build.fileName) of \(bundleID)")
        }
        return (objects, page.elements.last?.build.id)
    }
}
