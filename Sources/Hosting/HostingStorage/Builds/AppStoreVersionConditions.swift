// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// Which versions of apps are wanted: what is nil does not matter.
package struct AppStoreVersionConditions: Sendable {
    package var ids: [String]?
    package var platforms: [ApplePlatform]?
    package var versionStrings: [String]?
    package var states: [AppStoreReleaseState]?

    package init() {}

    var isEmpty: Bool { ids == nil && platforms == nil && versionStrings == nil && states == nil }

    /// Of rows that are called `v`.
    var conditions: [SQL] {
        var conditions: [SQL] = []
        if let ids { conditions.append("v.id IN (\(names: ids))") }
        if let platforms { conditions.append("v.platform IN (\(list: platforms.map(\.rawValue)))") }
        if let versionStrings { conditions.append("v.version_string IN (\(names: versionStrings))") }
        if let states {
            // One whose build has no state of its own, or that has no build, is prepared still.
            conditions.append(
                """
                COALESCE((SELECT r.state FROM build_releases r WHERE r.build_id = v.build_id
                    AND r.context = \(ReleaseContext.appStore.rawValue)),
                    \(AppStoreReleaseState.prepareForSubmission.rawValue)) IN (\(list: states.map(\.rawValue)))
                """)
        }
        return conditions
    }
}
