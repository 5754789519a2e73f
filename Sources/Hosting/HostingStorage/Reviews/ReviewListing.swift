// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What is wanted of submissions.
package struct ReviewListing: Sendable {
    /// Those whose submissions are wanted; all without it.
    package var appIDs: [String]?
    package var platforms: [ApplePlatform]?
    package var states: [ReviewSubmissionState]?
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
        if let appIDs { conditions.append("app_id IN (\(names: appIDs))") }
        if let platforms { conditions.append("platform IN (\(list: platforms.map(\.rawValue)))") }
        if let states { conditions.append("state IN (\(list: states.map(\.rawValue)))") }
        return conditions
    }
}
