// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Tells that a store of objects is the one of a database: a setting of the database has the identifier of its store, and the store has an empty
/// object of that name. Whoever copies a store copies that, too.
struct StoreMark: Equatable {
    static let setting = "objects"
    private static let folder = "host"

    let id: String
    let key: ObjectKey

    init(_ id: String) throws(StorageError) {
        guard let key = ObjectKey(Self.folder + "/" + id) else {
            throw .unexpected("the setting \(Self.setting) names no store: \(id)")
        }
        self.id = id
        self.key = key
    }

    static func isMark(_ key: ObjectKey) -> Bool { key.name.hasPrefix(folder + "/") }

    func isThere(in objects: any ObjectStore) async throws(StorageError) -> Bool {
        try await objects.size(of: key) != nil
    }

    func write(to objects: any ObjectStore) async throws(StorageError) {
        // Some stores take no object without bytes.
        try await objects.write(Array("\(id)\n".utf8), to: key)
    }
}
