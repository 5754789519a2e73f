// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How apps are brought to their notifications.
struct NotificationOpening: Sendable {
    /// Whether a process that is connected is in front.
    let isInFront: @Sendable (Int32) -> Bool
    /// Has a person see an app: its process that is known, else one that is started when there is none. A token lets it come to the front of
    /// the desktop.
    let open: @Sendable (_ bundleID: String, _ processID: Int32?, _ token: String?) async -> Void
    /// Has an app run, for a moment, where nobody sees it: its process that is known, which may be suspended, else one that is started.
    let wake: @Sendable (_ bundleID: String, _ processID: Int32?) async -> Void
    /// Whether an app runs where nobody sees it, since before the service was started: it goes on for its responses.
    let goesOn: @Sendable (_ bundleID: String) async -> Bool
    /// The app has nothing more to do where nobody sees it.
    let settle: @Sendable (_ bundleID: String) async -> Void
    /// The app says so, and may have something to do with that.
    let settleSoon: @Sendable (_ bundleID: String) async -> Void
}

extension NotificationOpening {
    /// By the service's own processes of apps: one that runs for a response is let go of when nothing else keeps it.
    init(by processes: AppProcesses, foreground: ForegroundProcesses) {
        self.init(
            isInFront: foreground.contains, open: { await processes.open($0, processID: $1, token: $2) },
            wake: {
                await processes.begin(.response, of: $0)
                await processes.wake($0, processID: $1)
            },
            goesOn: {
                guard await processes.isBehind($0) else { return false }
                await processes.begin(.response, of: $0)
                return true
            }, settle: { await processes.settle(.response, of: $0) },
            settleSoon: { await processes.settleSoon(.response, of: $0) })
    }
}
