// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// Asks for a photo.
func notifyForPhoto() async {
    let content = UNMutableNotificationContent()
    content.title = "Stormy skies!"
    content.body = "Take a photo of them."
    content.sound = .default
    content.userInfo = ["asksFor": "photo"]
    await add(UNNotificationRequest(identifier: "photo", content: content, trigger: nil))
}

/// Tells of a photo that others can look at.
func notifyOfProfile() async {
    let content = UNMutableNotificationContent()
    content.title = "Your photo is in your profile"
    content.body = Settings.server.absoluteString
    await add(UNNotificationRequest(identifier: "profile", content: content, trigger: nil))
}

private func add(_ request: UNNotificationRequest) async {
    do { try await UNUserNotificationCenter.current().add(request) } catch {
        say("nobody is told: \(error.localizedDescription)")
    }
}
