// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// A version of an app with its build.
package struct AppStoreVersionSummary: Equatable, Sendable {
    package let version: AppStoreVersion
    package let build: HostedBuild?

    /// That of its build.
    package var state: AppStoreReleaseState { build?.releases.appStore ?? .prepareForSubmission }

    /// With the builds of all of these, which are read at once.
    static func summaries(
        of versions: [AppStoreVersion], in connection: any SQLConnection
    ) throws(StorageError) -> [AppStoreVersionSummary] {
        let ids = versions.compactMap(\.buildID)
        var builds: [String: HostedBuild] = [:]
        if !ids.isEmpty {
            let rows = try connection.rows("SELECT * FROM builds WHERE id IN (\(names: ids))")
            for build in try HostStore.builds(rows, in: connection) { builds[build.id] = build }
        }
        return versions.map { version in
            AppStoreVersionSummary(version: version, build: version.buildID.flatMap { builds[$0] })
        }
    }
}
