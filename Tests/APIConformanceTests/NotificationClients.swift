// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

// Code as it is written for Apple's platforms: that it compiles is the test.

func notifyForPhoto() async {
    let content = UNMutableNotificationContent()
    content.title = "Stormy skies!"
    try? await UNUserNotificationCenter.current().add(
        UNNotificationRequest(identifier: "photo", content: content, trigger: nil))
}

func optIn() async throws -> Bool {
    let center = UNUserNotificationCenter.current()
    guard try await center.requestAuthorization(options: [.alert, .sound, .badge]) else { return false }
    let settings = await center.notificationSettings()
    guard settings.authorizationStatus == .authorized, settings.alertSetting == .enabled else { return false }
    return true
}

func scheduleReminders(photo: URL) async throws {
    let center = UNUserNotificationCenter.current()
    let content = UNMutableNotificationContent()
    content.title = NSString.localizedUserNotificationString(forKey: "Weekly", arguments: nil)
    content.body = "Tuesday"
    content.sound = UNNotificationSound.default
    content.sound = .init(named: UNNotificationSoundName("bell.caf"))
    content.badge = 1
    content.userInfo = ["id": UUID().uuidString]
    content.interruptionLevel = .timeSensitive
    content.threadIdentifier = "weekly"
    content.attachments = [try UNNotificationAttachment(identifier: "photo", url: photo, options: nil)]
    var date = DateComponents()
    date.calendar = Calendar.current
    date.weekday = 3
    date.hour = 14
    let trigger = UNCalendarNotificationTrigger(dateMatching: date, repeats: true)
    _ = trigger.nextTriggerDate()
    let request = UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: trigger)
    do { try await center.add(request) } catch let error as UNError where error.code == .notificationsNotAllowed {
        print(error.localizedDescription)
    }
    center.add(request) { error in if let error { print(error) } }
    center.getPendingNotificationRequests { requests in
        for request in requests {
            if let trigger = request.trigger as? UNCalendarNotificationTrigger { print(trigger) }
            if request.trigger is UNPushNotificationTrigger { print("from a server") }
        }
    }
    center.removePendingNotificationRequests(
        withIdentifiers: await center.pendingNotificationRequests().map(\.identifier))
    center.removeAllPendingNotificationRequests()
    center.getDeliveredNotifications { notifications in print(notifications.map(\.date)) }
    center.removeDeliveredNotifications(
        withIdentifiers: await center.deliveredNotifications().map(\.request.identifier))
    center.removeAllDeliveredNotifications()
    center.getNotificationSettings { settings in
        switch settings.authorizationStatus {
        case .notDetermined, .denied, .authorized, .provisional, .ephemeral: break
        @unknown default: break
        }
    }
    center.requestAuthorization(options: [.alert]) { isGranted, error in print(isGranted, error as Any) }
    try await center.setBadgeCount(0)
    center.setNotificationCategories([
        UNNotificationCategory(
            identifier: "INVITATION",
            actions: [
                UNNotificationAction(
                    identifier: "ACCEPT", title: "Accept", options: UNNotificationActionOptions(rawValue: 0)),
                UNNotificationAction(identifier: "DECLINE", title: "Decline", options: [.destructive, .foreground]),
                UNTextInputNotificationAction(
                    identifier: "REPLY", title: "Reply", options: [], textInputButtonTitle: "Send",
                    textInputPlaceholder: "Message"),
                UNTextInputNotificationAction(identifier: "ANSWER", title: "Answer", options: []),
            ], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: "", options: .customDismissAction)
    ])
    _ = await center.notificationCategories()
}

/// With completion handlers, as classes that are older than Swift's concurrency have them.
final class OldDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.banner, .list, .sound, .badge])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier, UNNotificationDismissActionIdentifier: break
        default: print(response.notification.request.content.userInfo["id"] as? String ?? "")
        }
        if let response = response as? UNTextInputNotificationResponse { print(response.userText) }
        completionHandler()
    }
}

/// With functions of Swift's concurrency, as an app's delegate that is bound to the main actor has them.
@MainActor final class NewDelegate: NSObject, UNUserNotificationCenterDelegate {
    override init() {
        super.init()
        UNUserNotificationCenter.current().delegate = self
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [.banner] }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        await MainActor.run { print(response.notification.request.identifier) }
    }
}

/// With one function alone.
final class TapDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) { completionHandler() }
}
