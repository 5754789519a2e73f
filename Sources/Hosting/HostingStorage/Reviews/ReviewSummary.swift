// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// A submission with its items.
package struct ReviewSummary: Equatable, Sendable {
    package let review: HostedReview
    /// In the order in which they were added.
    package let items: [ReviewItem]

    /// With the items of all of these, which are read at once.
    static func summaries(
        of reviews: [HostedReview], in connection: any SQLConnection
    ) throws(StorageError) -> [ReviewSummary] {
        if reviews.isEmpty { return [] }
        var items: [String: [ReviewItem]] = [:]
        let rows = try connection.rows(
            """
            SELECT * FROM review_items WHERE submission_id IN (\(names: reviews.map(\.id)))
            ORDER BY submission_id, position
            """)
        for row in rows { items[try row.text("submission_id"), default: []].append(try ReviewItem(row)) }
        return reviews.map { ReviewSummary(review: $0, items: items[$0.id] ?? []) }
    }
}

extension ReviewItem {
    init(_ row: SQLRow) throws(StorageError) {
        let versionID = try row.text("version_id")
        let packID = try row.optionalText("background_asset_id")
        self.init(
            id: try row.text("id"),
            subject: packID.map { .packVersion(id: versionID, packID: $0) } ?? .appVersion(id: versionID),
            state: try row.raw("state"))
    }
}
