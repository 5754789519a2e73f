// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// Which apps are wanted, and in which order.
package struct AppListing: Sendable {
    package enum Order: Hashable, Sendable { case name, bundleID, sku }

    /// Those that whoever asks may see; all without it.
    package var ids: [String]?
    package var bundleIDs: [String]?
    package var names: [String]?
    package var skus: [String]?
    /// Apps with one version that meets all of these.
    package var versions = AppStoreVersionConditions()
    /// Apps with one review submission that meets both of these.
    package var reviewPlatforms: [ApplePlatform]?
    package var reviewStates: [ReviewSubmissionState]?
    /// The first one comes first; without any they come by their identifiers.
    package var order: [(order: Order, isFalling: Bool)] = []
    package var after: [SQLValue]?
    package var limit: Int

    package init(ids: [String]? = nil, bundleIDs: [String]? = nil, after: [SQLValue]? = nil, limit: Int) {
        self.ids = ids
        self.bundleIDs = bundleIDs
        self.after = after
        self.limit = limit
    }

    var keyset: Keyset {
        let keys = order.map { item in
            let column: SQL =
                switch item.order {
                case .name: "name"
                case .bundleID: "bundle_id"
                case .sku: "sku"
                }
            return Keyset.Key(column, isFalling: item.isFalling)
        }
        return Keyset(keys + [.init("id", isFalling: order.last?.isFalling ?? false)], after: after)
    }

    var conditions: [SQL] {
        var conditions: [SQL] = []
        if let ids { conditions.append("id IN (\(names: ids))") }
        if let bundleIDs { conditions.append("bundle_id IN (\(names: bundleIDs))") }
        if let names { conditions.append("name IN (\(names: names))") }
        if let skus { conditions.append("sku IN (\(names: skus))") }
        if !versions.isEmpty {
            conditions.append(
                "EXISTS (SELECT 1 FROM app_store_versions v WHERE v.app_id = apps.id AND "
                    + SQL.joined(versions.conditions, by: " AND ") + ")")
        }
        var reviews: [SQL] = []
        if let reviewPlatforms { reviews.append("s.platform IN (\(list: reviewPlatforms.map(\.rawValue)))") }
        if let reviewStates { reviews.append("s.state IN (\(list: reviewStates.map(\.rawValue)))") }
        if !reviews.isEmpty {
            conditions.append(
                "EXISTS (SELECT 1 FROM review_submissions s WHERE s.app_id = apps.id AND "
                    + SQL.joined(reviews, by: " AND ") + ")")
        }
        return conditions
    }
}
