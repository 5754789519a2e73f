// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceInterface

/// By which an app tells a person something, also while it does not run.
public final class UNUserNotificationCenter: NSObject, Sendable {
    private static let own = UNUserNotificationCenter(NotificationRuntime.own)

    private let runtime: NotificationRuntime

    init(_ runtime: NotificationRuntime) { self.runtime = runtime }

    /// The one of this app.
    public class func current() -> UNUserNotificationCenter { own }

    /// Hears what happens with the app's notifications, from now on. It is not kept. Set it while the app begins: what a person did before the
    /// app was there waits for it.
    public weak var delegate: (any UNUserNotificationCenterDelegate)? {
        get { runtime.delegate }
        set { runtime.setDelegate(newValue, of: self) }
    }

    /// Desktops show no content of an app's own.
    public var supportsContentExtensions: Bool { false }

    // MARK: Whether a person wants it

    /// Asks whether the app may tell its person something. It may, unless a person has said no (`ba notification deny ID`).
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try await runtime.call(NotificationsInterface.Authorize()).granted
    }

    public func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        runtime.call(NotificationsInterface.Authorize()) { result in
            switch result {
            case .success(let reply): completionHandler(reply.granted, nil)
            case .failure(let error): completionHandler(false, error)
            }
        }
    }

    public func notificationSettings() async -> UNNotificationSettings {
        UNNotificationSettings(await runtime.value(NotificationsInterface.Settings())?.authorization ?? .undetermined)
    }

    public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        runtime.value(NotificationsInterface.Settings()) {
            completionHandler(UNNotificationSettings($0?.authorization ?? .undetermined))
        }
    }

    // MARK: Categories

    /// What a person can do with the notifications of each category, from now on.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        let wire = categories.map(\.wire).sorted { $0.identifier < $1.identifier }
        runtime.callBlocking(NotificationsInterface.SetCategories(categories: wire))
    }

    public func notificationCategories() async -> Set<UNNotificationCategory> {
        Self.categories(await runtime.value(NotificationsInterface.Categories()))
    }

    public func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        runtime.value(NotificationsInterface.Categories()) { completionHandler(Self.categories($0)) }
    }

    private static func categories(_ reply: NotificationsInterface.Categories.Reply?) -> Set<UNNotificationCategory> {
        Set((reply?.categories ?? []).map { UNNotificationCategory($0) })
    }

    // MARK: Requests

    /// Has a person told something, in the place of what the app has asked for by the same identifier.
    ///
    /// - Parameter request: what, and when.
    /// - Throws: `UNError`; a `CocoaError` when the service does not answer.
    public func add(_ request: UNNotificationRequest) async throws {
        _ = try await runtime.call(try Self.call(request))
    }

    public func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let call: NotificationsInterface.Add
        do { call = try Self.call(request) } catch { return runtime.perform { completionHandler?(error) } }
        runtime.call(call) { result in
            switch result {
            case .success: completionHandler?(nil)
            case .failure(let error): completionHandler?(error)
            }
        }
    }

    private static func call(_ request: UNNotificationRequest) throws -> NotificationsInterface.Add {
        if request.trigger != nil, request.trigger?.wire == nil {
            throw UNError(
                .notificationInvalidNoDate, "the trigger of \(request.identifier) is none that has a time")
        }
        return NotificationsInterface.Add(request: request.wire, callID: UUID().uuidString)
    }

    public func pendingNotificationRequests() async -> [UNNotificationRequest] {
        Self.requests(await runtime.value(NotificationsInterface.List()))
    }

    public func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        runtime.value(NotificationsInterface.List()) { completionHandler(Self.requests($0)) }
    }

    private static func requests(_ reply: NotificationsInterface.List.Reply?) -> [UNNotificationRequest] {
        (reply?.notifications ?? []).filter { $0.state == .pending }.map { UNNotificationRequest($0.request) }
    }

    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        runtime.callBlocking(NotificationsInterface.Remove(state: .pending, identifiers: identifiers))
    }

    public func removeAllPendingNotificationRequests() {
        runtime.callBlocking(NotificationsInterface.Remove(state: .pending, identifiers: nil))
    }

    // MARK: What was delivered

    public func deliveredNotifications() async -> [UNNotification] {
        Self.delivered(await runtime.value(NotificationsInterface.List()))
    }

    public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        runtime.value(NotificationsInterface.List()) { completionHandler(Self.delivered($0)) }
    }

    private static func delivered(_ reply: NotificationsInterface.List.Reply?) -> [UNNotification] {
        (reply?.notifications ?? []).filter { $0.state == .delivered }.map { record in
            UNNotification(
                date: Date(timeIntervalSince1970: record.deliveredAt ?? 0),
                request: UNNotificationRequest(record.request))
        }
    }

    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        runtime.callBlocking(NotificationsInterface.Remove(state: .delivered, identifiers: identifiers))
    }

    public func removeAllDeliveredNotifications() {
        runtime.callBlocking(NotificationsInterface.Remove(state: .delivered, identifiers: nil))
    }

    // MARK: The badge

    /// What the app shows that there is new; 0 for nothing.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        try Self.check(newBadgeCount)
        _ = try await runtime.call(NotificationsInterface.SetBadge(count: Int64(newBadgeCount)))
    }

    public func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        do { try Self.check(newBadgeCount) } catch { return runtime.perform { completionHandler?(error) } }
        runtime.call(NotificationsInterface.SetBadge(count: Int64(newBadgeCount))) { result in
            switch result {
            case .success: completionHandler?(nil)
            case .failure(let error): completionHandler?(error)
            }
        }
    }

    private static func check(_ count: Int) throws {
        if count < 0 { throw UNError(.badgeInputInvalid, "a badge is 0 or more: \(count)") }
    }
}
