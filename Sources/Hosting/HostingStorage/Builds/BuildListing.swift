// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What is wanted of the builds of apps.
package struct BuildListing: Sendable {
    /// Those whose builds are wanted; all without it.
    package var appIDs: [String]?
    package var ids: [String]?
    package var states: [VersionState]?
    /// CFBundleShortVersionString.
    package var versions: [String]?
    /// CFBundleVersion.
    package var builds: [String]?
    package var after: [SQLValue]?
    package var limit: Int

    package init(appIDs: [String]? = nil, limit: Int) {
        self.appIDs = appIDs
        self.limit = limit
    }

    /// The newest come first.
    var keyset: Keyset {
        Keyset([.init("created_at", isFalling: true), .init("id", isFalling: true)], after: after)
    }

    var conditions: [SQL] {
        var conditions: [SQL] = []
        if let appIDs { conditions.append("app_id IN (\(list: appIDs))") }
        if let ids { conditions.append("id IN (\(list: ids))") }
        if let states { conditions.append("state IN (\(list: states.map(\.rawValue)))") }
        if let versions { conditions.append("version IN (\(list: versions))") }
        if let builds { conditions.append("build IN (\(list: builds))") }
        return conditions
    }
}
