// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingModel

/// Makes a host of a backup, in a database and a store that are empty: also of the other kind than those it was made of.
///
/// What was being uploaded begins anew there; all else goes on from where it was.
package struct HostRestore: Sendable {
    /// The tables of what is uploaded, with the state of that.
    private static let uploadStates = [
        "upload_files": UploadFileState.awaitingUpload.rawValue, "builds": VersionState.awaitingUpload.rawValue,
    ]

    /// Objects whose records are read at once.
    private static let pageSize = 500

    private let folder: BackupFolder
    private let summary: BackupSummary

    /// Reads the records, and changes nothing.
    ///
    /// - `path`: of the backup.
    /// - Throws: `conflict` when there is no backup; `newer` for one of a newer ba-host; `damaged` when it is damaged.
    package init(from path: String) throws(StorageError) {
        folder = try BackupFolder(opening: path)
        guard let summary = try folder.summary() else { throw .conflict("there is no backup in \(path)") }
        self.summary = summary
        try folder.check(summary)
        let known = Migration.all.map(\.name)
        for (index, name) in summary.migrations.enumerated() where index >= known.count || known[index] != name {
            throw .newer(migration: name)
        }
    }

    /// - `store`: over a database that no host has used.
    /// - `reusesObjects`: whether the store may have objects already, of a host that has lost its database: those that are what they should be
    ///   are not copied again.
    /// - `mayLack`: whether it goes on without objects that are damaged or missing.
    /// - `faultFound`: told of each of these, and of each that the backup itself lacks.
    /// - Throws: `conflict` when there is a host already, or the store has objects; `damaged` for objects that are. The same can be tried again then, and
    ///   what has come of the objects is kept; until it succeeds the database is no host's.
    package func run(
        into store: HostStore, reusesObjects: Bool = false, mayLack: Bool = false,
        faultFound: @Sendable (String) -> Void = { _ in }
    ) async throws(StorageError) -> BackupSummary {
        if !reusesObjects { try await checkObjects(of: store) }
        try await store.database.write { [folder] (connection) throws(StorageError) in
            try Self.checkEmptiness(connection)
            // What another has begun is brought to its end by that.
            do throws(StorageError) { try RestoreMark.check(connection) } catch {
                guard error == .restoring(backup: folder.path) else { throw error }
            }
            try RestoreMark.set(folder.path, in: connection)
        }
        let (uploads, known) = try await restoreObjects(into: store, mayLack, faultFound)
        // The rows are of the steps that there were; the others follow as they do when a new ba-host starts.
        try await Migrator(Array(Migration.all.prefix(summary.migrations.count)), isRestoring: true).run(store.database)
        // The host that the backup is of goes on to be another one, with other objects.
        let mark = try await store.newMark()
        try await store.database.write { [folder, summary] (connection) throws(StorageError) in
            try Self.checkEmptiness(connection)
            try folder.forEachRecord(summary) { (record) throws(StorageError) in
                guard case .row(let table, var values) = record else { return }
                if table == "settings", values["name"] == .text(StoreMark.setting) { return }
                if Self.uploadStates[table] != nil, case .text(let id)? = values["id"], let upload = uploads[id] {
                    values["upload_id"] = .text(upload.id)
                }
                try Self.insert(values, into: table, connection)
            }
            try HostStore.set(StoreMark.setting, to: mark.id, in: connection)
            try RestoreMark.remove(in: connection)
        }
        try await HostSchema.migrate(store.database)
        var pages = RecordedPages(limit: Self.pageSize)
        while let page = try await pages.next(in: store) {
            for object in page where !known.contains(object.key.name) {
                faultFound("\(object.name): the backup lacks \(object.key)")
            }
        }
        try await store.changing { [summary] (connection, audit) throws(StorageError) in
            try audit.note(.restoreHost, "from a backup of \(summary.time)", in: connection)
        }
        return summary
    }

    /// What another host has is not to be taken for this one's, nor the other way round. What an earlier try has copied is.
    private func checkObjects(of store: HostStore) async throws(StorageError) {
        let isBegun = try await store.database.read { [folder] (connection) throws(StorageError) in
            try Self.checkEmptiness(connection)
            do throws(StorageError) { try RestoreMark.check(connection) } catch {
                if error == .restoring(backup: folder.path) { return true }
                throw error
            }
            return false
        }
        guard !isBegun, let key = try await store.objects.keys(after: nil).first else { return }
        throw .conflict(
            "\(store.objects.place) has objects already, \(key) the first of them: a host is restored into a store that no host has "
                + "used; where it is that of this host, whose database is lost, add --reuse-objects")
    }

    private static func checkEmptiness(_ connection: any SQLConnection) throws(StorageError) {
        for table in BackupTable.all where try table.exists(in: connection) {
            guard try table.rows(after: nil, limit: 1, in: connection).isEmpty else {
                throw .conflict("there is a host already: its table \(table.name) is not empty; restore into a new one")
            }
        }
    }

    /// Copies the objects, and begins anew what was being uploaded.
    ///
    /// - Returns: these uploads, by the IDs of their files and builds, and the names of the objects that the backup tells of.
    private func restoreObjects(
        into store: HostStore, _ mayLack: Bool, _ faultFound: @Sendable (String) -> Void
    ) async throws(StorageError) -> (uploads: [String: ObjectUpload], known: Set<String>) {
        var objects: [BackupObject] = []
        var waiting: [(id: String, key: ObjectKey, size: Int64, partSize: Int64)] = []
        try folder.forEachRecord(summary) { (record) throws(StorageError) in
            switch record {
            case .object(let object): objects.append(object)
            case .row(let table, let values):
                guard let state = Self.uploadStates[table], values["state"] == .text(state) else { return }
                guard case .text(let id)? = values["id"], case .text(let name)? = values["object_key"],
                    let key = ObjectKey(name), case .integer(let size)? = values["file_size"],
                    case .integer(let partSize)? = values["part_size"]
                else { throw .damaged("a file that is being uploaded has no place") }
                waiting.append((id, key, size, partSize))
            }
        }
        let copy = ObjectCopy(source: folder.objects, target: store.objects, limits: store.limits)
        var faults: [String] = []
        for object in objects {
            guard let key = ObjectKey(object.key) else { throw .damaged("\(object.key) is no name of an object") }
            // An object is there whole, or not at all.
            if try await store.objects.size(of: key) == object.size { continue }
            do throws(StorageError) { _ = try await copy.run(key, size: object.size, sha256: object.sha256) } catch {
                guard case .damaged(let reason) = error else { throw error }
                faultFound(reason)
                faults.append(reason)
            }
        }
        guard faults.isEmpty || mayLack else {
            throw .damaged(
                "\(faults.count) of \(objects.count) objects of the backup are damaged or missing, the first: \(faults[0])"
            )
        }
        var uploads: [String: ObjectUpload] = [:]
        for file in waiting {
            uploads[file.id] = try await store.objects.begin(file.key, size: file.size, partSize: file.partSize)
        }
        return (uploads, Set(objects.map(\.key)))
    }

    /// - `table`, the names of `values`: from the backup, and taken for nothing that they are not.
    private static func insert(
        _ values: [String: SQLValue], into table: String, _ connection: any SQLConnection
    ) throws(StorageError) {
        let columns = values.keys.sorted()
        guard BackupTable.all.contains(where: { $0.name == table }),
            columns.allSatisfy({ column in
                !column.isEmpty
                    && column.utf8.allSatisfy {
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    }
            })
        else { throw .damaged("the backup has a table, or a column, that no host has: \(table)") }
        let names = SQL.joined(columns.map { SQL(verbatim: $0) }, by: ", ")
        try connection.execute(
            SQL(verbatim: "INSERT INTO \(table) (") + names + ") VALUES (\(list: columns.map { values[$0] ?? .null }))")
    }
}
