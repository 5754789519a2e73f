// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// A version of an app as everybody is to get it: it is reviewed, with the build that it names.
package struct AppStoreVersion: Equatable, Sendable {
    package let id: String
    package let appID: String
    /// CFBundleShortVersionString of its build.
    package let versionString: String
    /// nil for Linux.
    package let platform: ApplePlatform?
    package var buildID: String?
    package let createdAt: Timestamp

    init(
        id: String, appID: String, versionString: String, platform: ApplePlatform?, buildID: String?,
        createdAt: Timestamp
    ) {
        self.id = id
        self.appID = appID
        self.versionString = versionString
        self.platform = platform
        self.buildID = buildID
        self.createdAt = createdAt
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        appID = try row.text("app_id")
        versionString = try row.text("version_string")
        if let name = try row.optionalText("platform") {
            guard let platform = ApplePlatform(rawValue: name) else {
                throw .unexpected("platform is none: \(name)")
            }
            self.platform = platform
        } else {
            platform = nil
        }
        buildID = try row.optionalText("build_id")
        createdAt = try row.timestamp("created_at")
    }

    /// Makes it, or sets its build.
    func save(in connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO app_store_versions (id, app_id, version_string, platform, build_id, created_at)
            VALUES (\(id), \(appID), \(versionString), \(platform?.rawValue), \(buildID), \(createdAt))
            ON CONFLICT (id) DO UPDATE SET build_id = excluded.build_id
            """)
    }
}
