// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

// Which store of objects is a host's. Processes that share a database, and are given different stores by mistake, would each
// lack what the others have taken.
extension HostStore {
    /// Makes sure that the objects are those of the database. The first of a host's processes makes the objects that it is given its own.
    ///
    /// - Throws: `foreignObjects` when they are not.
    package func claimObjects() async throws(StorageError) {
        if let mark = try await objectsMark() { return try await require(mark) }
        try await requireKnownObjects()
        if let mark = try await requireUnusedObjects() { return try await require(mark) }
        let own = try await newMark()
        // Of several that begin at once, one is in the database first: what the others have written goes.
        let first = try StoreMark(try await setting(StoreMark.setting, initial: own.id))
        guard first != own else { return }
        try await objects.remove(own.key)
        try await require(first)
    }

    /// Throws what `claimObjects` would, and changes nothing. The database is up to date, or has no host yet.
    package func checkObjects() async throws(StorageError) {
        // To ask them would make them the host's.
        if let own = objects as? OwnObjectStore { return try await own.checkUnclaimed() }
        if try await Self.knowsObjects(database) {
            if let mark = try await objectsMark() { return try await require(mark) }
            try await requireKnownObjects()
        } else if let mark = try await requireUnusedObjects() {
            try await require(mark)
        }
    }

    /// Whether the database tells of objects, or of what they are known by: a new store cannot be that of its host then.
    package static func knowsObjects(_ database: any SQLDatabase) async throws(StorageError) -> Bool {
        try await database.read { (connection) throws(StorageError) in
            guard try BackupTable("settings").exists(in: connection) else { return false }
            if try setting(StoreMark.setting, connection) != nil { return true }
            return try !knownObjects(in: connection).isEmpty
        }
    }

    /// Makes the objects those of the database, whichever were before.
    package func adoptObjects() async throws(StorageError) {
        let own = try await newMark()
        let place = objects.place
        try await changing { (connection, audit) throws(StorageError) in
            try Self.set(StoreMark.setting, to: own.id, in: connection)
            try audit.note(.adoptObjects, place, in: connection)
        }
    }

    /// A new mark, which is in the store, and not in the database.
    func newMark() async throws(StorageError) -> StoreMark {
        let mark = try StoreMark(makeID())
        try await mark.write(to: objects)
        return mark
    }

    private func objectsMark() async throws(StorageError) -> StoreMark? {
        guard let id = try await setting(StoreMark.setting) else { return nil }
        return try StoreMark(id)
    }

    private func require(_ mark: StoreMark) async throws(StorageError) {
        guard try await mark.isThere(in: objects) else {
            throw .lostObjects("\(objects.place) has not got the objects of this host (\(mark.key) is missing)")
        }
    }

    /// Objects of a host that has come before there were marks: that one may be lost says nothing of the store.
    private static let knownCount = 20

    private static func knownObjects(in connection: any SQLConnection) throws(StorageError) -> [ObjectKey] {
        let condition: SQL =
            "WHERE state = \(UploadFileState.complete.rawValue) ORDER BY created_at DESC LIMIT \(knownCount)"
        let rows =
            try connection.rows("SELECT object_key FROM upload_files " + condition)
            + connection.rows("SELECT object_key FROM builds " + condition)
        var keys: [ObjectKey] = []
        for row in rows { if let key = ObjectKey(try row.text("object_key")) { keys.append(key) } }
        return keys
    }

    /// A host that has taken nothing yet has a store that no other has used: what is there is another's, or its own, whose database is
    /// lost.
    ///
    /// - Returns: the mark of the objects, where another process of the host has begun to use them meanwhile.
    private func requireUnusedObjects() async throws(StorageError) -> StoreMark? {
        let isNew = try await database.read { (connection) throws(StorageError) in
            for table in [BackupTable("upload_files"), BackupTable("builds")] where try table.exists(in: connection) {
                guard try table.rows(after: nil, limit: 1, in: connection).isEmpty else { return false }
            }
            return true
        }
        guard isNew else { return nil }
        do throws(StorageError) { try await Self.requireUnused(objects) } catch {
            if case .foreignObjects = error, try await Self.knowsObjects(database) { return try await objectsMark() }
            throw error
        }
        return nil
    }

    /// - Throws: `foreignObjects` for a store that has more than marks.
    package static func requireUnused(_ objects: any ObjectStore) async throws(StorageError) {
        var last: ObjectKey?
        while true {
            let keys = try await objects.keys(after: last)
            guard let end = keys.last else { return }
            if let key = keys.first(where: { !StoreMark.isMark($0) }) {
                throw .foreignObjects(
                    "\(objects.place) has the objects of a host, \(key) the first of them, of which this database knows nothing: "
                        + "a host whose database is lost is brought back by `ba-host restore --reuse-objects`, and a new one begins in a "
                        + "store of its own")
            }
            last = end
        }
    }

    private func requireKnownObjects() async throws(StorageError) {
        let known = try await database.read { (connection) throws(StorageError) in
            try Self.knownObjects(in: connection)
        }
        for key in known where try await objects.size(of: key) != nil { return }
        if let newest = known.first {
            throw .lostObjects(
                "\(objects.place) has not got the objects of this host: \(newest) is missing, and so are the \(known.count - 1) others that "
                    + "were looked for")
        }
    }
}
