// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// What is wanted of the asset packs of an app.
package struct PackListing: Sendable {
    package enum Order: Hashable, Sendable { case identifier, createdDate }

    package var appID: String
    /// nil for both.
    package var isArchived: Bool?
    package var identifiers: [String]?
    /// Packs with a version in one of these languages.
    package var locales: [String]?
    /// Packs with a version for one of these, as manifests spell them.
    package var platforms: [String]?
    /// The first one comes first.
    package var order: [(order: Order, isFalling: Bool)] = []
    package var after: [SQLValue]?
    package var limit: Int

    package init(appID: String, limit: Int) {
        self.appID = appID
        self.limit = limit
    }

    var keyset: Keyset {
        let keys = order.map { item in
            Keyset.Key(item.order == .identifier ? "p.identifier" : "p.created_at", isFalling: item.isFalling)
        }
        return Keyset(keys + [.init("p.id", isFalling: order.last?.isFalling ?? false)], after: after)
    }

    var conditions: [SQL] {
        var conditions: [SQL] = ["p.app_id = \(appID)"]
        if let isArchived { conditions.append(isArchived ? "p.archived_at IS NOT NULL" : "p.archived_at IS NULL") }
        if let identifiers { conditions.append("p.identifier IN (\(names: identifiers))") }
        if let locales { conditions.append(Self.hasVersion("v.locale IN (\(names: locales))")) }
        if let platforms { conditions.append(Self.hasVersion(Self.isFor(platforms))) }
        return conditions
    }

    private static func hasVersion(_ condition: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM versions v WHERE v.background_asset_id = p.id AND " + condition + ")"
    }

    /// The platforms of a version are a JSON list of words without quotes in them. What names none is for all, when it is known
    /// what it names.
    static func isFor(_ platforms: [String]) -> SQL {
        guard !platforms.isEmpty else { return "1 = 0" }
        let named: [SQL] = platforms.map { "v.platforms LIKE \("%\"\($0)\"%")" }
        let all: SQL = "v.platforms = '[]' AND v.state = \(VersionState.complete.rawValue)"
        return "(" + SQL.joined(named + [all], by: " OR ") + ")"
    }
}
