// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppHost

/// Tells when the service may end itself: nobody connected, nothing under way and nothing scheduled, for a while.
struct IdleMonitor: Sendable {
    let activity: ActivityMonitor
    let downloads: DownloadsService
    let files: FilesService
    let installations: InstallationsService
    let checker: UpdateChecker
    let tasks: TasksService
    let sessions: SessionsService
    let notifications: NotificationsService
    /// Nobody else reads what apps print, and what they have left running.
    let outputs: AppOutputs
    let settings: SettingsService
    let clock: any WallClock
    let canExit: Bool
    let isWokenByTimer: Bool

    /// Returns when the service has been idle for `idle-timeout`, or the task was cancelled.
    func wait() async {
        // Any of these may be what it has waited for: the last client leaves, the last download ends, a check was made.
        let changes = ChangeSignal()
        await withTaskGroup(of: Void.self) { group in
            for signal in [
                activity.changes, downloads.changes, files.changes, installations.changes, checker.looked,
                tasks.changes, sessions.changes, notifications.changes,
            ] {
                group.addTask { for await _ in signal.changes(beginningWithOne: false) { changes.signal() } }
            }
            group.addTask { await watch(changes.changes()) }
            await group.next()
            group.cancelAll()
        }
    }

    private func watch(_ changes: AsyncStream<Void>) async {
        var idleSince: Double?
        while !Task.isCancelled {
            let timeout = Double(await settings.integer(.idleTimeout))
            let isPrinting = !outputs.isEmpty
            if canExit, !isPrinting, await isIdle() {
                let since = idleSince ?? clock.now
                idleSince = since
                if clock.now - since >= timeout { return }
                await clock.sleep(until: since + timeout, orFirstOf: changes)
            } else {
                idleSince = nil
                // Nobody tells when the last one has printed.
                await clock.sleep(until: isPrinting ? clock.now + timeout : .infinity, orFirstOf: changes)
            }
        }
    }

    private func isIdle() async -> Bool {
        guard activity.connectionCount == 0, await installations.isIdle else { return false }
        guard await tasks.isIdle, await sessions.isEmpty, await notifications.isIdle else { return false }
        guard await downloads.records(of: nil).isEmpty, await files.isEmpty else { return false }
        return await checker.canLeave(isWokenByTimer: isWokenByTimer)
    }
}
