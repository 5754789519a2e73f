// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
package import SystemSupport

extension AssetStore {
    /// Every app, by bundle ID.
    package func apps() async throws(AssetStoreError) -> [StoredApp] {
        try await read { try StoredApp.order(Column("bundleID")).fetchAll($0) }
    }

    package func app(_ bundleID: String) async throws(AssetStoreError) -> StoredApp? {
        try await read { try StoredApp.fetchOne($0, key: bundleID) }
    }

    /// Inserts or replaces the record of an app.
    package func save(_ app: StoredApp) async throws(AssetStoreError) {
        try await write { try app.save($0) }
    }

    /// Changes the record of an app in one step, and answers how it was before; nil when there is none.
    package func update(
        _ bundleID: String, _ change: @escaping @Sendable (inout StoredApp) -> Void
    ) async throws(AssetStoreError) -> StoredApp? {
        try await write { database in
            guard let before = try StoredApp.fetchOne(database, key: bundleID) else { return nil }
            var app = before
            change(&app)
            if app != before { try app.update(database) }
            return before
        }
    }

    package func version(_ id: Int64) async throws(AssetStoreError) -> StoredAppVersion? {
        try await read { try StoredAppVersion.fetchOne($0, key: id) }
    }

    /// The versions on record of an app, oldest first.
    package func versions(of bundleID: String) async throws(AssetStoreError) -> [StoredAppVersion] {
        try await read {
            try StoredAppVersion.filter(Column("bundleID") == bundleID).order(Column("id")).fetchAll($0)
        }
    }

    /// The version of each app that is launched, by its ID.
    package func currentVersions() async throws(AssetStoreError) -> [Int64: StoredAppVersion] {
        try await read { database in
            let versions = try StoredAppVersion.fetchAll(
                database,
                sql: "SELECT appVersion.* FROM appVersion JOIN app ON app.currentVersionID = appVersion.id")
            return Dictionary(versions.compactMap { version in version.id.map { ($0, version) } }) { first, _ in first }
        }
    }

    /// The versions of all apps that are not launched, oldest first.
    package func otherVersions() async throws(AssetStoreError) -> [StoredAppVersion] {
        try await read {
            try StoredAppVersion.fetchAll(
                $0,
                sql: """
                    SELECT appVersion.* FROM appVersion JOIN app USING (bundleID)
                    WHERE app.currentVersionID IS NOT appVersion.id ORDER BY appVersion.id
                    """)
        }
    }

    /// Records a version that an installation has put in place, with that in the record of the installation, and gives it
    /// its ID: in one step, so that a successor finds both or puts it in place again.
    package func add(
        _ version: StoredAppVersion, byInstallationOf bundleID: String
    ) async throws(AssetStoreError) -> StoredAppVersion {
        try await write { database in
            var added = version
            try added.insert(database)
            try database.execute(
                sql: "UPDATE installation SET versionID = ? WHERE bundleID = ?", arguments: [added.id, bundleID])
            return added
        }
    }

    /// Records that something about a version has changed.
    package func save(_ version: StoredAppVersion) async throws(AssetStoreError) {
        try await write { try version.update($0) }
    }

    /// Makes a version the one that is launched, under its name, and its team that of the app.
    package func makeLaunchable(
        versionID: Int64, of bundleID: String, name: String
    ) async throws(AssetStoreError) {
        try await write { database in
            try database.execute(
                sql: "UPDATE appVersion SET launchable = 1 WHERE id = ?", arguments: [versionID])
            try database.execute(
                sql: """
                    UPDATE app SET currentVersionID = ?, name = ?, team = (SELECT team FROM appVersion WHERE id = ?)
                    WHERE bundleID = ?
                    """, arguments: [versionID, name, versionID, bundleID])
        }
    }

    package func removeVersion(_ id: Int64) async throws(AssetStoreError) {
        try await write { _ = try StoredAppVersion.deleteOne($0, key: id) }
    }

    /// The app one of whose versions has this executable: attribution never goes by path.
    package func bundleID(executable: FileIdentity) async throws(AssetStoreError) -> String? {
        try await read { database in
            try String.fetchOne(
                database, sql: "SELECT bundleID FROM appVersion WHERE executableInode = ? AND executableDevice = ?",
                arguments: [Int64(bitPattern: executable.inode), Int64(bitPattern: executable.device)])
        }
    }

    /// Forgets an app and all that belongs to it, and notes that its files are to be removed.
    ///
    /// - `groupRule`: what becomes of its containers.
    /// - `answers`: what the calls that asked for it are answered, so that their repeats find it done.
    package func removeApp(
        _ bundleID: String, groupRule: StoredRemoval.GroupRule, answers: [StoredAnswer] = []
    ) async throws(AssetStoreError) {
        try await writeRemoval { database in
            let groups = try Self.groups(of: bundleID, in: database)
            _ = try StoredApp.deleteOne(database, key: bundleID)
            _ = try StoredInstallation.deleteOne(database, key: bundleID)
            _ = try StoredInstallationFailure.deleteOne(database, key: bundleID)
            try StoredRemoval(bundleID: bundleID, groupIDs: groups, groupRule: groupRule).save(database)
            for answer in answers { try answer.keep(in: database) }
        }
    }

    /// Apps whose files are still to be removed.
    package func removals() async throws(AssetStoreError) -> [StoredRemoval] {
        try await read { try StoredRemoval.order(Column("bundleID")).fetchAll($0) }
    }

    /// The files of an app are gone.
    package func finishRemoval(of bundleID: String) async throws(AssetStoreError) {
        try await writeRemoval { _ = try StoredRemoval.deleteOne($0, key: bundleID) }
    }

    /// The token that an app is launched with: the one that it has, or `new`, which is recorded then.
    package func token(for bundleID: String, new: String, at now: Double) async throws(AssetStoreError) -> String {
        try await write { database in
            let known = try String.fetchOne(
                database, sql: "SELECT token FROM launchToken WHERE bundleID = ? ORDER BY createdAt DESC LIMIT 1",
                arguments: [bundleID])
            if let known { return known }
            try database.execute(
                sql: "INSERT INTO launchToken (token, bundleID, createdAt) VALUES (?, ?, ?)",
                arguments: [new, bundleID, now])
            return new
        }
    }

    /// The tokens that an app was launched with.
    package func tokens(of bundleID: String) async throws(AssetStoreError) -> [String] {
        try await read { database in
            try String.fetchAll(
                database, sql: "SELECT token FROM launchToken WHERE bundleID = ?", arguments: [bundleID])
        }
    }

    /// The apps, by the tokens that they were launched with.
    package func appsByToken() async throws(AssetStoreError) -> [String: String] {
        try await read { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT token, bundleID FROM launchToken")
            return try Dictionary(uniqueKeysWithValues: rows.map { ($0["token"], $0["bundleID"]) })
        }
    }

    /// The app that a launch token stands for.
    package func bundleID(token: String) async throws(AssetStoreError) -> String? {
        try await read { database in
            try String.fetchOne(
                database, sql: "SELECT bundleID FROM launchToken WHERE token = ?", arguments: [token])
        }
    }

    /// A person has quit an app.
    package func recordQuit(of bundleID: String, at now: Double) async throws(AssetStoreError) {
        try await write { database in
            try database.execute(sql: "UPDATE app SET quitAt = ? WHERE bundleID = ?", arguments: [now, bundleID])
        }
    }

    /// Records that an app was opened: its initial restrictions end with the first launch, and that it was quit with the next.
    ///
    /// - Returns: whether it was the first launch, or the first since it was quit.
    package func recordLaunch(of bundleID: String, at now: Double) async throws(AssetStoreError) -> Bool {
        try await write { database in
            try database.execute(
                sql: "UPDATE app SET quitAt = NULL WHERE bundleID = ? AND quitAt IS NOT NULL", arguments: [bundleID])
            let wasQuit = database.changesCount > 0
            try database.execute(
                sql: "UPDATE app SET firstLaunchedAt = ? WHERE bundleID = ? AND firstLaunchedAt IS NULL",
                arguments: [now, bundleID])
            guard database.changesCount > 0 else { return wasQuit }
            try StoredInitialDownloads.deleteOne(database, key: bundleID)
            return true
        }
    }

    /// The extension of an app has run: how it failed, or nil when it returned.
    package func noteRun(
        ofExtensionOf bundleID: String, failure: (text: String, cause: String)?, now: Double
    ) async throws(AssetStoreError) {
        try await write { database in
            if let failure {
                try database.execute(
                    sql: """
                        UPDATE app SET extensionFailure = ?, extensionFailureCause = ?, extensionFailedAt = ?
                        WHERE bundleID = ?
                        """, arguments: [failure.text, failure.cause, now, bundleID])
            } else {
                try database.execute(
                    sql: """
                        UPDATE app SET extensionFailure = NULL, extensionFailureCause = NULL, extensionFailedAt = NULL
                        WHERE bundleID = ? AND extensionFailure IS NOT NULL
                        """, arguments: [bundleID])
            }
        }
    }
}
