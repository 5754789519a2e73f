// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel
package import HostingModel

/// A version of an asset pack.
package struct HostedVersion: Equatable, Sendable {
    package let id: String
    package let packID: String
    /// Counts from 1.
    package let number: Int
    package var state: VersionState
    package var problems: ProblemList
    /// Those that its manifest names; none before it has been processed.
    package var platforms: [Platform]
    /// The language of a localized pack.
    package var locale: String?
    /// When its files are fetched; nil before it has been processed.
    package var downloadPolicy: DownloadPolicy?
    /// What the publisher says of it besides, for apps that read it.
    package var userInfo: JSONValue?
    /// Bytes that it takes when it is installed; nil before it has been processed.
    package var installedSize: Int64?
    /// The object that lists its files; nil before it has been processed.
    package var listing: ObjectKey?
    /// The list of its archive's blocks, with which a device fetches only what is new to it; nil before it has been processed.
    package var blocks: StoredObject?
    /// The versions of the app that it is for.
    package var appVersions: AppVersionRange
    package let createdAt: Timestamp

    package init(
        id: String, packID: String, number: Int, state: VersionState = .awaitingUpload,
        problems: ProblemList = ProblemList(), platforms: [Platform] = [], locale: String? = nil,
        appVersions: AppVersionRange = AppVersionRange(), createdAt: Timestamp
    ) {
        self.id = id
        self.packID = packID
        self.number = number
        self.state = state
        self.problems = problems
        self.platforms = platforms
        self.locale = locale
        self.appVersions = appVersions
        self.createdAt = createdAt
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        packID = try row.text("background_asset_id")
        number = Int(try row.integer("number"))
        state = try row.raw("state")
        problems = try row.json("details")
        platforms = try row.json("platforms")
        locale = try row.optionalText("locale")
        downloadPolicy = try row.optionalJSON("download_policy")
        userInfo = try row.optionalJSON("user_info")
        installedSize = try row.optionalInteger("installed_size")
        listing = try row.optionalText("listing_key").flatMap(ObjectKey.init)
        blocks = try StoredObject(row, "blocks")
        appVersions = AppVersionRange(
            lowest: try row.appVersion("lowest_app_version"), highest: try row.appVersion("highest_app_version"))
        createdAt = try row.timestamp("created_at")
    }

    private static func column(_ value: (some Encodable)?) throws(StorageError) -> JSONColumn? {
        guard let value else { return nil }
        return try JSONColumn(value)
    }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO versions (id, background_asset_id, number, state, details, platforms, locale,
                download_policy, user_info, installed_size, listing_key, blocks_key, blocks_size, blocks_sha256,
                lowest_app_version, highest_app_version, created_at)
            VALUES (\(id), \(packID), \(number), \(state.rawValue), \(try JSONColumn(problems)),
                \(try JSONColumn(platforms)), \(locale), \(try Self.column(downloadPolicy)),
                \(try Self.column(userInfo)), \(installedSize), \(listing?.name), \(blocks?.key.name), \(blocks?.size), \(blocks?.sha256),
                \(appVersions.lowest?.description), \(appVersions.highest?.description), \(createdAt))
            """)
    }

    func update(in connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            UPDATE versions SET state = \(state.rawValue), details = \(try JSONColumn(problems)),
                platforms = \(try JSONColumn(platforms)), locale = \(locale),
                download_policy = \(try Self.column(downloadPolicy)), user_info = \(try Self.column(userInfo)),
                installed_size = \(installedSize),
                listing_key = \(listing?.name), blocks_key = \(blocks?.key.name), blocks_size = \(blocks?.size),
                blocks_sha256 = \(blocks?.sha256),
                lowest_app_version = \(appVersions.lowest?.description),
                highest_app_version = \(appVersions.highest?.description)
            WHERE id = \(id)
            """)
    }
}
