// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// An app that this host serves.
package struct HostedApp: Equatable, Sendable {
    /// Decimal digits, as App Store Connect's are.
    package let id: String
    package let bundleID: String
    package var name: String
    package var sku: String
    package var primaryLocale: String
    package var reviewPolicy: ReviewPolicy
    /// Bytes that its packs may have.
    package var quota: Quota
    package let createdAt: Timestamp
    /// Whether its packs are for devices with a token alone.
    package var isPrivate = false

    package init(
        id: String, bundleID: String, name: String, sku: String, primaryLocale: String,
        reviewPolicy: ReviewPolicy = .oneReviewer, quota: Quota = Quota(), createdAt: Timestamp
    ) {
        self.id = id
        self.bundleID = bundleID
        self.name = name
        self.sku = sku
        self.primaryLocale = primaryLocale
        self.reviewPolicy = reviewPolicy
        self.quota = quota
        self.createdAt = createdAt
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        bundleID = try row.text("bundle_id")
        name = try row.text("name")
        sku = try row.text("sku")
        primaryLocale = try row.text("primary_locale")
        reviewPolicy = try row.raw("review_policy")
        quota = Quota(limit: try row.integer("quota_bytes"))
        createdAt = try row.timestamp("created_at")
        isPrivate = try row.bool("is_private")
    }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO apps (id, bundle_id, name, sku, primary_locale, review_policy, quota_bytes, created_at)
            VALUES (\(id), \(bundleID), \(name), \(sku), \(primaryLocale), \(reviewPolicy.rawValue), \(quota.limit),
                \(createdAt))
            """)
    }
}
