// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What a host keeps: a database, and the bytes of files. Each change is one transaction; any number of servers share it.
package struct HostStore: Sendable {
    package let database: any SQLDatabase
    package let objects: any ObjectStore
    package let limits: HostLimits
    let now: @Sendable () -> Timestamp
    let makeID: @Sendable () -> String

    /// - `makeID`: a new identifier that nothing has yet, such as a UUID.
    package init(
        database: any SQLDatabase, objects: any ObjectStore, limits: HostLimits = HostLimits(),
        now: @escaping @Sendable () -> Timestamp, makeID: @escaping @Sendable () -> String
    ) {
        self.database = database
        self.objects = objects
        self.limits = limits
        self.now = now
        self.makeID = makeID
    }

    /// A number that is another one after whatever has changed in the database; nil where that cannot be told at once.
    package var lastChange: Int64? { database.lastChange }

    /// A key for a new object.
    func newKey(in folder: String) throws(StorageError) -> ObjectKey {
        let id = makeID()
        guard let key = ObjectKey(folder + "/" + id) else {
            throw .failed("an identifier is no name of an object: \(id)")
        }
        return key
    }
}
