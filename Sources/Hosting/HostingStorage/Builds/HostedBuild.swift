// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// A build of an app: an archive that is uploaded, and what devices get of it where.
package struct HostedBuild: Equatable, Sendable {
    package let id: String
    package let appID: String
    package let fileName: String
    /// Where its archive lies, and how it arrives.
    package let upload: ObjectUpload
    package var state: VersionState
    package var problems: ProblemList
    /// nil until it has been processed.
    package var archive: BuildArchive?
    package var releases: BuildReleases
    /// Since when testers do not get it any more, for good.
    package internal(set) var expiredAt: Timestamp?
    /// Whether it encrypts what its export would have to be declared for, as its team says; nil until it has said so.
    package internal(set) var usesEncryption: Bool?
    package let createdAt: Timestamp

    /// As people call it: by its numbers, once these are known.
    package var name: String { numbers.map { "the app " + $0 } ?? fileName }

    /// `1.0 (7)`; nil until they are known.
    var numbers: String? { archive.map { "\($0.version) (\($0.build))" } }

    package var isExpired: Bool { expiredAt != nil }

    /// Whether devices of a context get it.
    package func isActive(in context: ReleaseContext) -> Bool {
        releases.isActive(in: context) && (!isExpired || context == .appStore)
    }

    /// Bytes of its archive.
    package var size: Int64 { upload.size }

    init(id: String, appID: String, fileName: String, upload: ObjectUpload, createdAt: Timestamp) {
        self.id = id
        self.appID = appID
        self.fileName = fileName
        self.upload = upload
        state = .awaitingUpload
        problems = ProblemList()
        releases = BuildReleases()
        self.createdAt = createdAt
    }

    /// - `releases`: the rows of its releases.
    init(_ row: SQLRow, releases rows: [SQLRow]) throws(StorageError) {
        id = try row.text("id")
        appID = try row.text("app_id")
        fileName = try row.text("file_name")
        upload = try row.objectUpload()
        state = try row.raw("state")
        problems = try row.json("problems")
        createdAt = try row.timestamp("created_at")
        if let sha256 = try row.optionalText("sha256") {
            archive = BuildArchive(
                version: try row.text("version"), build: try row.text("build"),
                architecture: try row.optionalText("architecture"), installedSize: try row.integer("installed_size"),
                sha256: sha256)
        }
        releases = try BuildReleases(rows)
        expiredAt = try row.optionalTimestamp("expired_at")
        usesEncryption = try row.optionalInteger("uses_encryption").map { $0 != 0 }
    }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO builds (id, app_id, file_name, file_size, part_size, object_key, upload_id, state, problems,
                created_at)
            VALUES (\(id), \(appID), \(fileName), \(size), \(upload.partSize), \(upload.key.name), \(upload.id),
                \(state.rawValue), \(try JSONColumn(problems)), \(createdAt))
            """)
    }

    /// Records what changes of it, its releases included.
    func update(in connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            UPDATE builds SET state = \(state.rawValue), problems = \(try JSONColumn(problems)),
                sha256 = \(archive?.sha256), version = \(archive?.version), build = \(archive?.build),
                architecture = \(archive?.architecture), installed_size = \(archive?.installedSize),
                expired_at = \(expiredAt), uses_encryption = \(usesEncryption)
            WHERE id = \(id)
            """)
        try releases.save(ofBuild: id, in: connection)
    }
}
