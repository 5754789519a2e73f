// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What is wanted of the builds of apps.
package struct BuildListing: Sendable {
    package enum Order: Hashable, Sendable {
        case uploadedDate, version, build

        /// Numbers are texts here: of two, the longer one is the larger.
        fileprivate var columns: [SQL] {
            switch self {
            case .uploadedDate: ["created_at"]
            case .version: ["LENGTH(COALESCE(version, ''))", "COALESCE(version, '')"]
            case .build: ["LENGTH(COALESCE(build, ''))", "COALESCE(build, '')"]
            }
        }

        /// What the columns are of a build with this number.
        package static func values(_ number: String) -> [SQLValue] {
            [.integer(Int64(number.unicodeScalars.count)), .text(number)]
        }
    }

    /// Those whose builds are wanted; all without it.
    package var appIDs: [String]?
    package var ids: [String]?
    package var states: [VersionState]?
    /// CFBundleShortVersionString.
    package var versions: [String]?
    /// CFBundleVersion.
    package var builds: [String]?
    /// Builds that go with one of these.
    package var appStoreVersionIDs: [String]?
    /// Builds that were submitted for the external test, and what has become of that.
    package var betaReviewStates: [BetaReviewState]?
    /// Whether they are, or say so: what is nil does not matter.
    package var isExpired: [Bool]?
    package var usesEncryption: [Bool]?
    package var saysWhetherItEncrypts: Bool?
    /// The first one comes first; without any the newest come first.
    package var order: [(order: Order, isFalling: Bool)] = []
    package var after: [SQLValue]?
    package var limit: Int

    package init(appIDs: [String]? = nil, limit: Int) {
        self.appIDs = appIDs
        self.limit = limit
    }

    var keyset: Keyset {
        if order.isEmpty {
            return Keyset([.init("created_at", isFalling: true), .init("id", isFalling: true)], after: after)
        }
        let keys = order.flatMap { item in item.order.columns.map { Keyset.Key($0, isFalling: item.isFalling) } }
        return Keyset(keys + [.init("id", isFalling: order.last?.isFalling ?? true)], after: after)
    }

    var conditions: [SQL] {
        var conditions: [SQL] = []
        if let appIDs { conditions.append("app_id IN (\(names: appIDs))") }
        if let ids { conditions.append("id IN (\(names: ids))") }
        if let states { conditions.append("state IN (\(list: states.map(\.rawValue)))") }
        if let versions { conditions.append("version IN (\(names: versions))") }
        if let builds { conditions.append("build IN (\(names: builds))") }
        if let appStoreVersionIDs {
            conditions.append(
                "id IN (SELECT v.build_id FROM app_store_versions v WHERE v.id IN (\(names: appStoreVersionIDs)))")
        }
        if let isExpired {
            conditions.append("CASE WHEN expired_at IS NULL THEN 0 ELSE 1 END IN (\(list: isExpired))")
        }
        if let usesEncryption { conditions.append("uses_encryption IN (\(list: usesEncryption))") }
        if let saysWhetherItEncrypts {
            conditions.append(saysWhetherItEncrypts ? "uses_encryption IS NOT NULL" : "uses_encryption IS NULL")
        }
        if let betaReviewStates {
            conditions.append(
                "id IN (SELECT r.build_id FROM beta_reviews r WHERE r.state IN (\(list: betaReviewStates.map(\.rawValue))))"
            )
        }
        return conditions
    }
}
