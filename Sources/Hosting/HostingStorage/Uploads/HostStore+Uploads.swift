// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    /// Reserves a file of a version, which its client uploads then in parts.
    package func reserveFile(
        versionID: String, type: UploadAssetType, name: String, size: Int64
    ) async throws(StorageError) -> UploadFile {
        try await database.read { (connection) throws(StorageError) in
            try Self.checkReservation(versionID, type, size: size, in: connection)
        }
        let upload = try await objects.begin(
            try newKey(in: "files"), size: size, partSize: limits.partSize(ofUpload: size))
        let file = UploadFile(
            id: makeID(), versionID: versionID, type: type, name: name, size: size, upload: upload, createdAt: now())
        do throws(StorageError) {
            // That an archive has come is noted, and not that one is to come.
            return try await changing { (connection, audit) throws(StorageError) in
                try Self.checkReservation(versionID, type, size: size, in: connection)
                try file.insert(into: connection)
                try audit.made(file.id, in: connection)
                return file
            }
        } catch {
            // Whatever becomes of it: nobody knows of the upload.
            try await objects.abandon(upload)
            throw error
        }
    }

    private static func checkReservation(
        _ versionID: String, _ type: UploadAssetType, size: Int64, in connection: any SQLConnection
    ) throws(StorageError) {
        guard let row = try connection.row("SELECT * FROM versions WHERE id = \(versionID)") else {
            throw .refused(
                .relatedNotFound(
                    relationship: "backgroundAssetVersion", type: "backgroundAssetVersions", id: versionID))
        }
        let version = try HostedVersion(row)
        let pack = try checkUploading(version, in: connection)
        if type == .asset { try checkQuota(for: size, of: pack, in: connection) }
        let reserved = try connection.row(
            """
            SELECT COUNT(*) AS count FROM upload_files
            WHERE version_id = \(versionID) AND asset_type = \(type.rawValue)
                AND state <> \(UploadFileState.failed.rawValue)
            """)
        guard try reserved?.integer("count") == 0 else { throw .refused(.fileReserved(type: type)) }
    }

    /// Whether files may come for a version.
    ///
    /// - Returns: its pack.
    @discardableResult
    private static func checkUploading(
        _ version: HostedVersion, in connection: any SQLConnection
    ) throws(StorageError) -> HostedPack {
        guard version.state == .awaitingUpload else {
            throw .refused(.versionNotAwaitingUpload(number: version.number, version.state))
        }
        guard let row = try connection.row("SELECT * FROM background_assets WHERE id = \(version.packID)") else {
            throw .unexpected("a version is of no pack: \(version.id)")
        }
        let pack = try HostedPack(row)
        guard pack.archivedAt == nil else { throw .refused(.packArchived(identifier: pack.identifier)) }
        return pack
    }

    package func file(_ id: String) async throws(StorageError) -> UploadFile? {
        try await database.read { (connection) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM upload_files WHERE id = \(id)") else { return nil }
            return try UploadFile(row)
        }
    }

    /// The files of a version, in the order in which they were reserved.
    package func files(
        ofVersion id: String, after: [SQLValue]? = nil, limit: Int
    ) async throws(StorageError) -> Page<UploadFile> {
        try await database.read { (connection) throws(StorageError) in
            try connection.page(
                "SELECT * FROM upload_files", where: ["version_id = \(id)"],
                Keyset([.init("created_at"), .init("id")], after: after), limit: limit
            ) { (row) throws(StorageError) in try UploadFile(row) }
        }
    }

    /// All bytes of a file have been uploaded: they are looked after, and a worker reads them. Of several that commit at a
    /// time, one does.
    package func commitFile(
        _ id: String, checksums: AnnouncedChecksums = AnnouncedChecksums()
    ) async throws(StorageError) -> UploadFile {
        guard let file = try await file(id) else {
            throw .refused(.notFound(type: "backgroundAssetUploadFiles", id: id))
        }
        guard file.state == .awaitingUpload else {
            throw .refused(.fileNotAwaitingUpload(name: file.name, file.state))
        }
        let digests: ObjectDigests?
        do throws(StorageError) {
            try await assemble(file.upload, name: file.name)
            digests = checksums.isEmpty ? nil : try await ObjectDigests(of: file.upload, in: objects)
        } catch {
            // Another commit may have announced what this is not, and begun anew.
            if let current = try await self.file(id), current.upload != file.upload { throw Self.isBegunAnew(file) }
            throw error
        }
        guard let digests else { return try await record(file, sha256: nil) }
        if let difference = checksums.difference(from: digests) {
            try await beginAnew(file)
            throw .refused(difference)
        }
        return try await record(file, sha256: digests.sha256)
    }

    /// What has arrived is not what its client meant: it is uploaded again, to another place. Another commit may go on with what
    /// is here.
    private func beginAnew(_ file: UploadFile) async throws(StorageError) {
        let upload = try await objects.begin(try newKey(in: "files"), size: file.size, partSize: file.upload.partSize)
        let isReplaced = try await database.write { (connection) throws(StorageError) in
            try connection.execute(
                """
                UPDATE upload_files SET upload_id = \(upload.id), object_key = \(upload.key.name)
                WHERE id = \(file.id) AND object_key = \(file.upload.key.name)
                    AND state = \(UploadFileState.awaitingUpload.rawValue)
                """) == 1
        }
        if isReplaced { try await objects.remove(file.upload.key) } else { try await objects.abandon(upload) }
    }

    private static func isBegunAnew(_ file: UploadFile) -> StorageError {
        .conflict(
            "what was uploaded as '\(file.name)' was not what another commit has announced, and is to be uploaded again"
        )
    }

    private func record(_ file: UploadFile, sha256: String?) async throws(StorageError) -> UploadFile {
        let (time, jobID) = (now(), makeID())
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM upload_files WHERE id = \(file.id)") else {
                throw .refused(.notFound(type: "backgroundAssetUploadFiles", id: file.id))
            }
            var current = try UploadFile(row)
            do throws(IllegalTransition) { try current.state.apply(.commit) } catch {
                throw .refused(.fileNotAwaitingUpload(name: file.name, current.state))
            }
            guard current.upload == file.upload else { throw Self.isBegunAnew(file) }
            guard let versionRow = try connection.row("SELECT * FROM versions WHERE id = \(file.versionID)") else {
                throw .unexpected("a file is of no version: \(file.id)")
            }
            let version = try HostedVersion(versionRow)
            let pack = try Self.checkUploading(version, in: connection)
            if file.type == .asset { try Self.checkQuota(for: file.size, of: pack, in: connection) }
            current.sha256 = sha256
            try current.update(in: connection)
            if file.type == .asset, var state = try PackState(version.packID, in: connection) {
                do throws(ReleaseError) { try state.releases.commit(version.number) } catch {
                    throw .refused(.release(error))
                }
                try state.save(in: connection, at: time, makeID: makeID)
            }
            try JobQueue.add(.process, for: file.id, id: jobID, at: time, in: connection)
            try audit.note(.uploadVersion, version: file.versionID, detail: file.name, in: connection)
            return current
        }
    }
}
