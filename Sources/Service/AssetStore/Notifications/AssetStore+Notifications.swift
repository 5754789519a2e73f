// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension AssetStore {
    package func notifications() async throws(AssetStoreError) -> [StoredNotification] {
        try await read {
            try StoredNotification.order(Column("bundleID"), Column("identifier"), Column("state")).fetchAll($0)
        }
    }

    /// In the order in which they came.
    package func notificationResponses() async throws(AssetStoreError) -> [StoredNotificationResponse] {
        try await read { try StoredNotificationResponse.order(Column("id")).fetchAll($0) }
    }

    package func notificationApps() async throws(AssetStoreError) -> [StoredNotificationApp] {
        try await read { try StoredNotificationApp.order(Column("bundleID")).fetchAll($0) }
    }

    /// Records a change. Of an app that is gone nothing is.
    package func record(
        _ change: NotificationChange, answer: StoredAnswer? = nil
    ) async throws(AssetStoreError) {
        try await writeRemoval { database in
            for name in change.removed {
                try StoredNotification.deleteOne(
                    database, key: ["bundleID": name.bundleID, "identifier": name.identifier, "state": name.state])
            }
            try StoredNotificationResponse.deleteAll(database, keys: change.takenResponses)
            let ids = Set(change.kept.map(\.bundleID) + change.apps.map(\.bundleID) + change.responses.map(\.bundleID))
            let known = Set(try StoredApp.fetchAll(database, keys: ids).map(\.bundleID))
            for notification in change.kept where known.contains(notification.bundleID) {
                try notification.save(database)
            }
            for app in change.apps where known.contains(app.bundleID) { try app.save(database) }
            for response in change.responses where known.contains(response.bundleID) { try response.save(database) }
            try answer?.keep(in: database)
        }
    }
}
