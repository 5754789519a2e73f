// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// Copies a host into a folder: its rows, as they are at one moment, and the objects that these refer to. It can be done
/// beside servers; what an earlier backup in the same folder has of objects is kept.
package struct HostBackup: Sendable {
    /// Rows that are read at once.
    private static let pageSize = 500

    private let store: HostStore

    package init(store: HostStore) { self.store = store }

    /// - `path`: absolute; made when it is missing.
    /// - `isReadAgain`: whether what the folder has of objects is compared with what is on record, too, and copied anew where it
    ///   is damaged.
    /// - `faultFound`: told of each object that is not what it was: the backup goes on without it.
    /// - Throws: `conflict` for a folder that has something else in it, or the backup of another host, and for a database that is
    ///   no host's.
    package func run(
        into path: String, isReadAgain: Bool = false, faultFound: @Sendable (String) -> Void = { _ in }
    ) async throws(StorageError) -> BackupSummary {
        let folder = try BackupFolder(creating: path, of: try await identity())
        let kept: [String: BackupObject]
        do throws(StorageError) { kept = try keptObjects(in: folder) } catch {
            guard case .damaged(let reason) = error else { throw error }
            // What there is of objects is found by its bytes.
            guard isReadAgain else {
                throw .damaged("\(reason): with --check it is written anew, and what there is of objects is kept")
            }
            kept = [:]
        }
        let name = "records-\(store.makeID()).jsonl"
        let writer = try BackupWriter(in: folder, name: name)
        do throws(StorageError) {
            let (migrations, rowCount, recorded) = try await writeRows(to: writer)
            let copy = ObjectCopy(source: store.objects, target: folder.objects, limits: store.limits)
            var (names, objectSize): (Set<String>, Int64) = ([], 0)
            for object in recorded {
                do throws(StorageError) {
                    let copied: BackupObject
                    if let old = kept[object.key.name], try await folder.holds(old, isReadAgain, at: object.key) {
                        copied = old
                    } else if let found = try await folder.found(object) {
                        copied = found
                    } else {
                        // A store keeps what it has under a name.
                        try await folder.objects.remove(object.key)
                        copied = try await copy.run(object.key, size: object.size, sha256: object.sha256)
                    }
                    try writer.write(.object(copied))
                    names.insert(copied.key)
                    objectSize += copied.size
                } catch {
                    guard case .damaged(let reason) = error else { throw error }
                    faultFound("\(object.name): \(reason)")
                }
            }
            let summary = BackupSummary(
                format: BackupSummary.currentFormat, madeAt: store.now().milliseconds, migrations: migrations,
                records: name, recordsSHA256: try writer.finish(), rowCount: rowCount, objectCount: names.count,
                objectSize: objectSize)
            try folder.finish(summary)
            try await removeObjects(from: folder, butFor: names)
            return summary
        } catch {
            writer.discard()
            throw error
        }
    }

    /// What a host is known by; made for one that has none yet.
    private func identity() async throws(StorageError) -> String {
        let isEmpty = try await store.database.read { (connection) throws(StorageError) in
            for table in BackupTable.all where try !table.rows(after: nil, limit: 1, in: connection).isEmpty {
                return false
            }
            return true
        }
        guard !isEmpty else {
            throw .conflict(
                "there is nothing to back up: the database is no host's; look at what names it (--database, --data)")
        }
        return try await store.issuer()
    }

    /// What the backup before has, whose objects are never changed.
    private func keptObjects(in folder: BackupFolder) throws(StorageError) -> [String: BackupObject] {
        guard let summary = try folder.summary() else { return [:] }
        var kept: [String: BackupObject] = [:]
        try folder.check(summary)
        try folder.forEachRecord(summary) { record in
            if case .object(let object) = record { kept[object.key] = object }
        }
        return kept
    }

    /// What an earlier backup had, and this one has no more.
    private func removeObjects(from folder: BackupFolder, butFor names: Set<String>) async throws(StorageError) {
        var last: ObjectKey?
        while true {
            let keys = try await folder.objects.keys(after: last)
            guard let end = keys.last else { return }
            for key in keys where !names.contains(key.name) { try await folder.objects.remove(key) }
            last = end
        }
    }

    private func writeRows(
        to writer: BackupWriter
    ) async throws(StorageError) -> (migrations: [String], rowCount: Int, objects: [RecordedObject]) {
        try await store.database.read { (connection) throws(StorageError) in
            try writer.beginAnew()
            var migrations: [String] = []
            for row in try connection.rows("SELECT name FROM migrations ORDER BY place") {
                migrations.append(try row.text("name"))
            }
            var rowCount = 0
            for table in BackupTable.all {
                var last: SQLRow?
                while true {
                    let rows = try table.rows(after: last, limit: Self.pageSize, in: connection)
                    for row in rows { try writer.write(BackupRecord(row, of: table)) }
                    rowCount += rows.count
                    last = rows.last
                    if rows.count < Self.pageSize { break }
                }
            }
            var objects: [RecordedObject] = []
            var pages = RecordedPages(limit: Self.pageSize)
            while let page = try pages.next(in: connection) { objects += page }
            return (migrations, rowCount, objects)
        }
    }
}
