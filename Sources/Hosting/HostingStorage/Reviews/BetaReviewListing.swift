// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What is wanted of the submissions for the external test.
package struct BetaReviewListing: Sendable {
    /// Those whose submissions are wanted; all without it.
    package var versionIDs: [String]?
    package var states: [BetaReviewState]?
    package var after: [SQLValue]?
    package var limit: Int

    package init(versionIDs: [String]? = nil, limit: Int) {
        self.versionIDs = versionIDs
        self.limit = limit
    }

    /// The newest come first.
    var keyset: Keyset {
        Keyset([.init("submitted_at", isFalling: true), .init("id", isFalling: true)], after: after)
    }

    var conditions: [SQL] {
        var conditions: [SQL] = []
        if let versionIDs { conditions.append("version_id IN (\(list: versionIDs))") }
        if let states { conditions.append("state IN (\(list: states.map(\.rawValue)))") }
        return conditions
    }
}
