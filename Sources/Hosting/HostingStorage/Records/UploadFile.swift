// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// A file that is uploaded for a version, in parts.
package struct UploadFile: Equatable, Sendable {
    package let id: String
    package let versionID: String
    package let type: UploadAssetType
    package let name: String
    package let size: Int64
    package var state: UploadFileState
    package var problems: ProblemList
    /// Where it lies, and how it arrives.
    package let upload: ObjectUpload
    /// Lower-case hexadecimal digits, when it has arrived.
    package var sha256: String?
    package let createdAt: Timestamp

    package init(
        id: String, versionID: String, type: UploadAssetType, name: String, size: Int64,
        state: UploadFileState = .awaitingUpload, problems: ProblemList = ProblemList(), upload: ObjectUpload,
        sha256: String? = nil, createdAt: Timestamp
    ) {
        self.id = id
        self.versionID = versionID
        self.type = type
        self.name = name
        self.size = size
        self.state = state
        self.problems = problems
        self.upload = upload
        self.sha256 = sha256
        self.createdAt = createdAt
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        versionID = try row.text("version_id")
        type = try row.raw("asset_type")
        name = try row.text("file_name")
        size = try row.integer("file_size")
        state = try row.raw("state")
        problems = try row.json("problems")
        upload = try row.objectUpload()
        sha256 = try row.optionalText("sha256")
        createdAt = try row.timestamp("created_at")
    }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO upload_files (id, version_id, asset_type, file_name, file_size, part_size, state, problems,
                object_key, upload_id, sha256, created_at)
            VALUES (\(id), \(versionID), \(type.rawValue), \(name), \(size), \(upload.partSize), \(state.rawValue),
                \(try JSONColumn(problems)), \(upload.key.name), \(upload.id), \(sha256), \(createdAt))
            """)
    }

    func update(in connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            UPDATE upload_files SET state = \(state.rawValue), problems = \(try JSONColumn(problems)),
                sha256 = \(sha256)
            WHERE id = \(id)
            """)
    }
}
