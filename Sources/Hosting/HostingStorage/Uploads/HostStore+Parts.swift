// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

// What files of versions and archives of builds have in common while they arrive.
extension HostStore {
    /// Where the parts of a file go; nil for one that is not there, or has arrived.
    package func awaitedUpload(_ id: String) async throws(StorageError) -> AwaitedUpload? {
        try await database.read { (connection) throws(StorageError) in
            let row = try connection.row(
                """
                SELECT object_key, upload_id, file_size, part_size FROM upload_files
                WHERE id = \(id) AND state = \(UploadFileState.awaitingUpload.rawValue)
                UNION ALL
                SELECT object_key, upload_id, file_size, part_size FROM builds
                WHERE id = \(id) AND state = \(VersionState.awaitingUpload.rawValue)
                """)
            guard let row else { return nil }
            return AwaitedUpload(id: id, upload: try row.objectUpload())
        }
    }

    /// Makes an object of the parts that have arrived; a commit that broke off may have done it.
    ///
    /// - `name`: that of the file, for whoever uploads it.
    func assemble(_ upload: ObjectUpload, name: String) async throws(StorageError) {
        guard try await objects.size(of: upload.key) != upload.size else { return }
        let arrived = try await objects.parts(of: upload)
        // Another commit of the same file has done it meanwhile.
        if arrived == nil, try await objects.size(of: upload.key) == upload.size { return }
        let parts = arrived ?? []
        let missing = Set(1...max(upload.partCount, 1)).subtracting(parts.map(\.number)).sorted()
        guard missing.isEmpty else {
            throw .refused(.partsMissing(name: name, missing: missing, count: upload.partCount))
        }
        if let wrong = parts.first(where: { !upload.fits($0) }), let range = upload.range(ofPart: wrong.number) {
            throw .refused(.partSizeDiffers(number: wrong.number, announced: Int64(range.count), found: wrong.size))
        }
        try await objects.complete(upload)
    }
}
