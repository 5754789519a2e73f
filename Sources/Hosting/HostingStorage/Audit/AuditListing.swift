// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What is wanted of the log of changes.
package struct AuditListing: Sendable {
    /// The apps whose changes are wanted; nil for all, and what is about none.
    package var appIDs: [String]?
    package var actions: [AuditAction]?
    package var after: [SQLValue]?
    package var limit: Int

    package init(appIDs: [String]? = nil, limit: Int) {
        self.appIDs = appIDs
        self.limit = limit
    }

    /// The newest come first.
    var keyset: Keyset {
        Keyset([.init("made_at", isFalling: true), .init("id", isFalling: true)], after: after)
    }

    var conditions: [SQL] {
        var conditions: [SQL] = []
        if let appIDs { conditions.append("app_id IN (\(names: appIDs))") }
        if let actions { conditions.append("action IN (\(list: actions.map(\.rawValue)))") }
        return conditions
    }
}
