// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension AssetStore {
    /// File downloads that have not ended, oldest first.
    package func fileDownloads() async throws(AssetStoreError) -> [StoredFileDownload] {
        try await read { try StoredFileDownload.order(Column("createdAt"), Column("id")).fetchAll($0) }
    }

    /// Records new downloads, all or none.
    ///
    /// - Throws: `unknownApp`; `database` when one of an app has an identifier that another one has.
    package func add(
        _ downloads: [StoredFileDownload], answer: StoredAnswer? = nil
    ) async throws(AssetStoreError) {
        try await write { database in
            for download in downloads { try download.insert(database) }
            try answer?.keep(in: database)
        }
    }

    /// Records what has changed about downloads, of all or of none; one that has ended meanwhile stays ended.
    package func update(_ downloads: [StoredFileDownload]) async throws(AssetStoreError) {
        try await write { database in
            for download in downloads where try StoredFileDownload.exists(database, key: download.id) {
                try download.update(database)
            }
        }
    }

    /// Records what has changed about a download; one that has ended meanwhile stays ended.
    package func update(_ download: StoredFileDownload) async throws(AssetStoreError) { try await update([download]) }

    /// Forgets a download, of which nobody is told.
    ///
    /// - `used`: what it has brought.
    package func removeFileDownload(
        _ id: String, used: InitialUse? = nil, answer: StoredAnswer? = nil
    ) async throws(AssetStoreError) {
        try await writeRemoval { database in
            if try StoredFileDownload.deleteOne(database, key: id) { try used?.add(database) }
            try answer?.keep(in: database)
        }
    }

    /// Records that a download has ended, and what is to be told of it, in one step. Nobody is told of one that has ended
    /// before, or of an app that is gone.
    ///
    /// - `used`: what the download has brought.
    /// - `file`: the file that it has brought.
    /// - Returns: whether it was recorded.
    package func end(
        _ ending: StoredFileEnding, used: InitialUse? = nil, file: StoredPurgeableFile? = nil
    ) async throws(AssetStoreError) -> Bool {
        try await writeRemoval { database in
            guard try StoredFileDownload.deleteOne(database, key: ending.downloadID) else { return false }
            try used?.add(database)
            // One that comes once more takes the place of the file before it.
            try file?.save(database)
            try ending.insert(database)
            return true
        }
    }

    /// Records that downloads have come to nothing, as `end` does for one, all of them or none.
    ///
    /// - `used`: what each of them has brought.
    /// - Returns: the IDs of those ends that were recorded.
    package func end(
        _ endings: [(ending: StoredFileEnding, used: InitialUse?)]
    ) async throws(AssetStoreError) -> Set<Int64> {
        try await writeRemoval { database in
            var recorded: Set<Int64> = []
            for (ending, used) in endings
            where try StoredFileDownload.deleteOne(database, key: ending.downloadID) {
                try used?.add(database)
                try ending.insert(database)
                recorded.insert(ending.id)
            }
            return recorded
        }
    }

    /// Records the ends of what was no download on record. Nobody is told of an app that is gone.
    ///
    /// - `endings`: of one app.
    /// - Returns: whether they were recorded.
    package func keep(_ endings: [StoredFileEnding]) async throws(AssetStoreError) -> Bool {
        try await write { database in
            guard let bundleID = endings.first?.bundleID, try StoredApp.exists(database, key: bundleID) else {
                return false
            }
            for ending in endings { try ending.insert(database) }
            return true
        }
    }

    /// Endings that nobody has taken, of one app or of all, oldest first.
    package func fileEndings(of bundleID: String? = nil) async throws(AssetStoreError) -> [StoredFileEnding] {
        try await read { database in
            let all = StoredFileEnding.order(Column("id"))
            return try (bundleID.map { all.filter(Column("bundleID") == $0) } ?? all).fetchAll(database)
        }
    }

    /// Somebody has taken these, or nobody will.
    package func removeFileEndings(_ ids: [Int64]) async throws(AssetStoreError) {
        try await writeRemoval { _ = try StoredFileEnding.deleteAll($0, keys: ids) }
    }

    /// Empties the database's log once no download is on record, nor the end of one: the log keeps what was written until it
    /// is written over, and requests may hold secrets.
    package func wipeLog() async throws(AssetStoreError) {
        try await shielded { database async throws in
            try await database.writeWithoutTransaction { database in
                guard try StoredFileDownload.all().isEmpty(database), try StoredFileEnding.all().isEmpty(database)
                else {
                    return
                }
                try database.checkpoint(.truncate)
            }
        }
    }
}
