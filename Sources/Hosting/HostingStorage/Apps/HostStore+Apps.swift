// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    /// Makes an app, which nothing is wrong with.
    ///
    /// - Throws: `taken` when one has its bundle identifier.
    package func createApp(_ new: NewApp) async throws(StorageError) -> HostedApp {
        let app = HostedApp(
            id: Self.decimalIdentifier(), bundleID: new.bundleID, name: new.name, sku: new.sku,
            primaryLocale: new.primaryLocale, reviewPolicy: new.reviewPolicy, createdAt: now())
        return try await changing { (connection, audit) throws(StorageError) in
            guard try connection.row("SELECT id FROM apps WHERE bundle_id = \(app.bundleID)") == nil else {
                throw .refused(.taken(attribute: "bundle identifier", value: app.bundleID))
            }
            try app.insert(into: connection)
            try audit.note(.createApp, app: app.id, app.bundleID, in: connection)
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
