// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import SwiftUI

/// Looks at noon whether it is stormy, and asks for a photo of it.
@main
struct Stormy: App {
    init() {
        // Before anything happens: a tap may be why the app was opened.
        Camera.shared.takeTaps()
        PhotoUpload.shared.takeUp()
        OptIn.atFirstOpening()
    }

    var body: some Scene {
        WindowGroup {
            Text("Stormy: a photo of each storm at noon")
        }
        .backgroundTask(.appRefresh("StormyNoon")) {
            // The next one first: whatever becomes of this one, tomorrow has a noon.
            await scheduleAppRefresh()
            if await Weather.shared.isStormy() { await notifyForPhoto() }
        }
        .backgroundTask(.urlSession("isStormy")) {
            // The answer that was too slow for its task is here.
            if await Weather.shared.answerIsStormy() { await notifyForPhoto() }
        }
        .backgroundTask(.urlSession("photos")) {
            await PhotoUpload.shared.waitUntilHandled()
        }
    }
}

/// Asks to be woken at the next noon.
func scheduleAppRefresh() async {
    let calendar = Calendar.current
    guard let noon = calendar.nextDate(after: .now, matching: DateComponents(hour: 12), matchingPolicy: .nextTime)
    else {
        return
    }
    let request = BGAppRefreshTaskRequest(identifier: "StormyNoon")
    request.earliestBeginDate = noon
    do { try BGTaskScheduler.shared.submit(request) } catch {
        say("noon is not asked for: \(error.localizedDescription)")
    }
}
