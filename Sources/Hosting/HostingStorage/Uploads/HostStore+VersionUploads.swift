// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// A version that is made together with its archive, by one who has all of it at hand.
extension HostStore {
    /// Makes the next version of a pack, and reserves its archive, which is put in parts then. Where one of the two is refused,
    /// there is neither.
    package func createVersion(
        packID: String, archive name: String, size: Int64
    ) async throws(StorageError) -> UploadFile {
        try await database.read { (connection) throws(StorageError) in
            try Self.checkArchive(of: try Self.packState(packID, in: connection), size: size, in: connection)
        }
        let upload = try await objects.begin(
            try newKey(in: "files"), size: size, partSize: limits.partSize(ofUpload: size))
        let (id, time) = (makeID(), now())
        let file = UploadFile(
            id: makeID(), versionID: id, type: .asset, name: name, size: size, upload: upload, createdAt: time)
        do throws(StorageError) {
            return try await changing { [makeID] (connection, audit) throws(StorageError) in
                var state = try Self.packState(packID, in: connection)
                try Self.checkArchive(of: state, size: size, in: connection)
                _ = state.add(id: id, at: time)
                try state.save(in: connection, at: time, makeID: makeID)
                try file.insert(into: connection)
                try audit.note(.createVersion, version: id, in: connection)
                return file
            }
        } catch {
            // Whatever becomes of it: nobody knows of the upload.
            try await objects.abandon(upload)
            throw error
        }
    }

    /// Takes a version back whose archive has broken off: there is neither then, and another one may have its number. One to which
    /// something else has happened meanwhile stays as it is.
    package func takeBackVersion(of file: UploadFile) async throws(StorageError) {
        let isTakenBack = try await changing { (connection, audit) throws(StorageError) in
            let files = try connection.rows("SELECT * FROM upload_files WHERE version_id = \(file.versionID)")
            guard files.count == 1, let row = files.first, case let current = try UploadFile(row),
                current.id == file.id, current.upload == file.upload, current.state == .awaitingUpload
            else { return false }
            try audit.note(.takeBackVersion, version: file.versionID, detail: file.name, in: connection)
            try connection.execute("DELETE FROM upload_files WHERE id = \(file.id)")
            try connection.execute("DELETE FROM versions WHERE id = \(file.versionID)")
            return true
        }
        guard isTakenBack else { return }
        try await objects.abandon(file.upload)
        // A commit may have made an object of it before it was refused.
        try await objects.remove(file.upload.key)
    }

    private static func packState(
        _ id: String, in connection: any SQLConnection
    ) throws(StorageError) -> PackState {
        guard let state = try PackState(id, in: connection) else {
            throw .refused(.relatedNotFound(relationship: "backgroundAsset", type: "backgroundAssets", id: id))
        }
        return state
    }

    private static func checkArchive(
        of state: PackState, size: Int64, in connection: any SQLConnection
    ) throws(StorageError) {
        guard state.pack.archivedAt == nil else { throw .refused(.packArchived(identifier: state.pack.identifier)) }
        try checkQuota(for: size, of: state.pack, in: connection)
    }
}
