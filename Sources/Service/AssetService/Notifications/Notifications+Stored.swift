// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DesktopNotifications
internal import Foundation
internal import ServiceInterface

// Notifications as they are on record. What a newer service has recorded, and this one cannot read, is as if it were not there.
extension NotificationKey {
    func stored(_ state: NotificationRecord.State) -> NotificationChange.Name {
        NotificationChange.Name(bundleID: bundleID, identifier: identifier, state: state.rawValue)
    }
}

extension PendingNotifications.Entry {
    func stored(of key: NotificationKey) throws(AssetStoreError) -> StoredNotification {
        StoredNotification(
            bundleID: key.bundleID, identifier: key.identifier, state: NotificationRecord.State.pending.rawValue,
            request: try encoded(request), time: time, since: since)
    }
}

extension DeliveredNotification {
    func stored(of key: NotificationKey) throws(AssetStoreError) -> StoredNotification {
        StoredNotification(
            bundleID: key.bundleID, identifier: key.identifier, state: NotificationRecord.State.delivered.rawValue,
            request: try encoded(request), time: time, number: number.map { Int64($0.number) }, server: number?.server)
    }
}

extension StoredNotification {
    var decodedRequest: NotificationRequest? { decoded(request) }

    /// nil for what is not shown, or by nobody knows whom.
    var shownNumber: ShownNumber? {
        guard let server, let number = number.flatMap(UInt32.init(exactly:)) else { return nil }
        return ShownNumber(number, of: server)
    }
}

extension NotificationApp {
    init(_ stored: StoredNotificationApp) {
        authorization = NotificationAuthorization(rawValue: stored.authorization) ?? .undetermined
        categories = decoded(stored.categories) ?? []
        badge = stored.badge
    }

    func stored(of bundleID: String) throws(AssetStoreError) -> StoredNotificationApp {
        StoredNotificationApp(
            bundleID: bundleID, authorization: authorization.rawValue, categories: try encoded(categories),
            badge: badge)
    }
}

extension NotificationResponse {
    init?(_ stored: StoredNotificationResponse) {
        guard let response: NotificationResponse = decoded(stored.body) else { return nil }
        self = response
    }

    func stored(_ number: Int64, of bundleID: String) throws(AssetStoreError) -> StoredNotificationResponse {
        StoredNotificationResponse(id: number, bundleID: bundleID, body: try encoded(self))
    }
}

private func encoded(_ value: some Encodable) throws(AssetStoreError) -> Data {
    do { return try JSONEncoder().encode(value) } catch { throw .database("\(error)") }
}

private func decoded<Value: Decodable>(_ data: Data) -> Value? { try? JSONDecoder().decode(Value.self, from: data) }
