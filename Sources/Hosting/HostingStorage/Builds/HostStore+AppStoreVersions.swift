// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    package func appStoreVersion(_ id: String) async throws(StorageError) -> AppStoreVersionSummary? {
        try await appStoreVersions([id]).first
    }

    /// Those of these that there are, in no order.
    package func appStoreVersions(_ ids: [String]) async throws(StorageError) -> [AppStoreVersionSummary] {
        if ids.isEmpty { return [] }
        return try await database.read { (connection) throws(StorageError) in
            var versions: [AppStoreVersion] = []
            for row in try connection.rows("SELECT * FROM app_store_versions WHERE id IN (\(names: ids))") {
                versions.append(try AppStoreVersion(row))
            }
            return try AppStoreVersionSummary.summaries(of: versions, in: connection)
        }
    }

    /// The version that a build goes with.
    package func appStoreVersion(ofBuild id: String) async throws(StorageError) -> AppStoreVersionSummary? {
        try await database.read { (connection) throws(StorageError) -> AppStoreVersionSummary? in
            guard let row = try connection.row("SELECT * FROM app_store_versions WHERE build_id = \(id)") else {
                return nil
            }
            return try AppStoreVersionSummary.summaries(of: [AppStoreVersion(row)], in: connection).first
        }
    }

    /// Those of an app, the newest first.
    package func appStoreVersions(
        ofApp appID: String, _ wanted: AppStoreVersionConditions = AppStoreVersionConditions(),
        after: [SQLValue]? = nil, limit: Int
    ) async throws(StorageError) -> Page<AppStoreVersionSummary> {
        try await database.read { (connection) throws(StorageError) in
            let page = try connection.page(
                "SELECT v.* FROM app_store_versions v", where: ["v.app_id = \(appID)"] + wanted.conditions,
                Keyset([.init("v.created_at", isFalling: true), .init("v.id", isFalling: true)], after: after),
                limit: limit
            ) { (row) throws(StorageError) in try AppStoreVersion(row) }
            return Page(try AppStoreVersionSummary.summaries(of: page.elements, in: connection), hasMore: page.hasMore)
        }
    }

    /// - `platform`: nil for Linux.
    package func createAppStoreVersion(
        appID: String, versionString: String, platform: ApplePlatform?, buildID: String?
    ) async throws(StorageError) -> AppStoreVersionSummary {
        let version = AppStoreVersion(
            id: makeID(), appID: appID, versionString: versionString, platform: platform, buildID: nil,
            createdAt: now())
        return try await changing { (connection, audit) throws(StorageError) in
            guard try connection.row("SELECT id FROM apps WHERE id = \(appID)") != nil else {
                throw .refused(.relatedNotFound(relationship: "app", type: "apps", id: appID))
            }
            // For Linux there is one for each kind of processor.
            if let platform {
                let other = try connection.row(
                    """
                    SELECT id FROM app_store_versions
                    WHERE app_id = \(appID) AND version_string = \(versionString) AND platform = \(platform.rawValue)
                    """)
                if other != nil { throw .refused(.taken(attribute: "versionString", value: versionString)) }
            }
            let summary = try Self.set(buildID, of: version, in: connection)
            try audit.note(.createAppVersion, .appVersion(id: version.id), in: connection)
            try audit.made(version.id, in: connection)
            return summary
        }
    }

    /// Has a version go with another build, or with none.
    package func setBuild(
        _ buildID: String?, ofAppStoreVersion id: String
    ) async throws(StorageError) -> AppStoreVersionSummary {
        try await changing { (connection, audit) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM app_store_versions WHERE id = \(id)") else {
                throw .refused(.notFound(type: "appStoreVersions", id: id))
            }
            let version = try AppStoreVersion(row)
            if let current = try version.buildID.flatMap({ (id) throws(StorageError) in
                try Self.build(id, in: connection)
            }), let state = current.releases.appStore, state != .prepareForSubmission, current.id != buildID {
                throw .refused(.build(.versionDecided(state)))
            }
            let summary = try Self.set(buildID, of: version, in: connection)
            try audit.note(
                .setBuild, app: version.appID, "the app \(version.versionString)",
                detail: summary.build?.name ?? "none", in: connection)
            return summary
        }
    }

    /// Removes a version that nobody has been shown: one that is prepared still.
    ///
    /// - Throws: `versionKept` for one that is an item of a submission, or was approved.
    package func deleteAppStoreVersion(_ id: String) async throws(StorageError) {
        try await changing { (connection, audit) throws(StorageError) in
            guard let row = try connection.row("SELECT * FROM app_store_versions WHERE id = \(id)"),
                let summary = try AppStoreVersionSummary.summaries(of: [AppStoreVersion(row)], in: connection).first
            else { throw .refused(.notFound(type: "appStoreVersions", id: id)) }
            guard summary.state == .prepareForSubmission else {
                throw .refused(.build(.versionKept(summary.state)))
            }
            try audit.note(.deleteAppVersion, .appVersion(id: id), in: connection)
            try connection.execute("DELETE FROM app_store_versions WHERE id = \(id)")
        }
    }

    private static func set(
        _ buildID: String?, of version: AppStoreVersion, in connection: any SQLConnection
    ) throws(StorageError) -> AppStoreVersionSummary {
        var version = version
        if let buildID {
            guard let build = try build(buildID, in: connection), build.appID == version.appID else {
                throw .refused(.relatedNotFound(relationship: "build", type: "builds", id: buildID))
            }
            guard build.state == .complete else { throw .refused(.build(.notProcessed)) }
            guard !build.isExpired else { throw .refused(.build(.expired)) }
            if let own = build.archive?.version, own != version.versionString {
                throw .refused(.build(.otherVersionString(build: own, version: version.versionString)))
            }
            let other = try connection.row(
                "SELECT id FROM app_store_versions WHERE build_id = \(buildID) AND id <> \(version.id)")
            if let other { throw .refused(.build(.otherVersion(id: try other.text("id")))) }
        }
        version.buildID = buildID
        try version.save(in: connection)
        return try AppStoreVersionSummary.summaries(of: [version], in: connection)[0]
    }
}
