// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import UserNotifications

/// What a person agrees to, once.
enum OptIn {
    private static let key = "isOptedIn"

    /// On a screen of its own this would be a button.
    static func atFirstOpening() {
        guard !UserDefaults.standard.bool(forKey: key) else { return }
        Task {
            do {
                guard try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound])
                else {
                    return say("without notifications there is nothing to do")
                }
            } catch { return say("nobody can be asked: \(error.localizedDescription)") }
            await scheduleAppRefresh()
            UserDefaults.standard.set(true, forKey: key)
            UserDefaults.standard.synchronize()
            say("opted in: the weather is looked at each noon")
        }
    }
}
