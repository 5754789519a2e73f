// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    /// Makes an app, which nothing is wrong with.
    ///
    /// - Throws: `taken` when one has its bundle identifier, which Apple's stores have once in whatever case.
    package func createApp(_ new: NewApp) async throws(StorageError) -> HostedApp {
        let app = HostedApp(
            id: Self.decimalIdentifier(), bundleID: new.bundleID, name: new.name, sku: new.sku,
            primaryLocale: new.primaryLocale, reviewPolicy: new.reviewPolicy, createdAt: now())
        return try await changing { (connection, audit) throws(StorageError) in
            let lowercased = app.bundleID.lowercased()
            if let other = try connection.row("SELECT bundle_id FROM apps WHERE LOWER(bundle_id) = \(lowercased)") {
                throw .refused(.taken(attribute: "bundle identifier", value: try other.text("bundle_id")))
            }
            try app.insert(into: connection)
            try audit.note(.createApp, app: app.id, app.bundleID, in: connection)
            return app
        }
    }

    /// Changes an app by something that nothing is wrong with, all of it at once.
    package func change(_ change: AppChange, app id: String) async throws(StorageError) -> HostedApp {
        try await changing { (connection, audit) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM apps WHERE id = \(id)") else {
                throw .refused(.notFound(type: "apps", id: id))
            }
            var app = try HostedApp(row)
            if let name = change.name, name != app.name {
                app.name = name
                try connection.execute("UPDATE apps SET name = \(name) WHERE id = \(id)")
                try audit.note(.renameApp, app: id, name, in: connection)
            }
            if let policy = change.reviewPolicy, policy != app.reviewPolicy {
                app.reviewPolicy = policy
                try connection.execute("UPDATE apps SET review_policy = \(policy.rawValue) WHERE id = \(id)")
                try audit.note(.changeReviewPolicy, app: id, policy.rawValue, in: connection)
            }
            if let isPrivate = change.isPrivate, isPrivate != app.isPrivate {
                app.isPrivate = isPrivate
                let value: Int64 = isPrivate ? 1 : 0
                try connection.execute("UPDATE apps SET is_private = \(value) WHERE id = \(id)")
                // What servers keep in memory holds for others than before.
                try connection.advanceSequence(ofApp: id)
                try audit.note(isPrivate ? .makePrivate : .makePublic, app: id, id, in: connection)
            }
            return app
        }
    }

    /// Ten digits, the first of which is no zero.
    private static func decimalIdentifier() -> String { String(Int64.random(in: 1_000_000_000...9_999_999_999)) }

    package func app(_ id: String) async throws(StorageError) -> HostedApp? {
        try await database.read { (connection) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM apps WHERE id = \(id)") else { return nil }
            return try HostedApp(row)
        }
    }

    /// Apps in the order of their identifiers.
    ///
    /// - `bundleIDs`: those of which apps are wanted; all apps without it.
    /// - `ids`: those that whoever asks may see; all apps without it.
    package func apps(
        bundleIDs: [String]? = nil, ids: [String]? = nil, after: [SQLValue]? = nil, limit: Int
    ) async throws(StorageError) -> Page<HostedApp> {
        try await apps(AppListing(ids: ids, bundleIDs: bundleIDs, after: after, limit: limit))
    }

    package func apps(_ listing: AppListing) async throws(StorageError) -> Page<HostedApp> {
        try await database.read { (connection) throws(StorageError) in
            try connection.page(
                "SELECT * FROM apps", where: listing.conditions, listing.keyset, limit: listing.limit
            ) { (row) throws(StorageError) in try HostedApp(row) }
        }
    }
}
