// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What is wanted of the submissions for the external test.
package struct BetaReviewListing: Sendable {
    /// The versions and builds whose submissions are wanted; all without it.
    package var subjects: [BetaReviewSubject]?
    /// The apps whose submissions are wanted; all without it.
    package var appIDs: [String]?
    package var states: [BetaReviewState]?
    package var after: [SQLValue]?
    package var limit: Int

    package init(_ subjects: [BetaReviewSubject]? = nil, limit: Int) {
        self.subjects = subjects
        self.limit = limit
    }

    /// The newest come first.
    var keyset: Keyset {
        Keyset([.init("submitted_at", isFalling: true), .init("id", isFalling: true)], after: after)
    }

    var conditions: [SQL] {
        var conditions: [SQL] = []
        if let subjects {
            let versions = subjects.compactMap { if case .packVersion(let id) = $0 { id } else { nil } }
            let builds = subjects.compactMap { if case .build(let id) = $0 { id } else { nil } }
            conditions.append("(version_id IN (\(names: versions)) OR build_id IN (\(names: builds)))")
        }
        if let appIDs { conditions.append("app_id IN (\(names: appIDs))") }
        if let states { conditions.append("state IN (\(list: states.map(\.rawValue)))") }
        return conditions
    }
}
