// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// What devices are told of a version: as much of it as a manifest says, for apps have hundreds.
package struct PublishedVersion: Equatable, Sendable {
    package let id: String
    package let packID: String
    package let packIdentifier: String
    package let number: Int
    package let platforms: [Platform]
    /// The language of a localized pack.
    package let locale: String?
    /// nil for what was not processed, which is a fault of the host.
    package let downloadPolicy: DownloadPolicy?
    package let userInfo: JSONValue?
    package let installedSize: Int64?
    package let blocks: StoredObject?
    /// nil for what has no archive, which is a fault of the host.
    package let archive: StoredObject?

    /// All before `WHERE`, and what is joined: versions as `v`.
    static let selection: SQL = """
        SELECT v.id, v.background_asset_id, v.number, v.platforms, v.locale, v.download_policy, v.user_info, v.installed_size,
            v.blocks_key, v.blocks_size, v.blocks_sha256, v.archive_key, v.archive_size, v.archive_sha256,
            CASE WHEN v.lowest_app_version IS NULL AND v.highest_app_version IS NULL THEN 0 ELSE 1 END AS is_limited
        FROM versions v
        """

    /// - `packs`: the identifiers of the app's packs.
    /// - Returns: nil for a version of another pack.
    init?(_ row: SQLRow, of packs: [String: String]) throws(StorageError) {
        id = try row.text("id")
        packID = try row.text("background_asset_id")
        guard let identifier = packs[packID] else { return nil }
        packIdentifier = identifier
        number = Int(try row.integer("number"))
        platforms = try row.json("platforms")
        locale = try row.optionalText("locale")
        downloadPolicy = try row.optionalJSON("download_policy")
        userInfo = try row.optionalJSON("user_info")
        installedSize = try row.optionalInteger("installed_size")
        blocks = try StoredObject(row, "blocks")
        archive = try StoredObject(row, "archive")
    }
}
