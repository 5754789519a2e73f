// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DeviceConditions
internal import DownloadScheduler
internal import ServiceInterface
internal import TaskScheduler

// The same conditions, as background tasks go by them: these need more, and some are none of theirs.
extension BackgroundConditions {
    /// How things stand for the tasks of these apps. What was so before is so since then.
    func taskConditions(of bundleIDs: Set<String>, before: TaskConditions, now: Double) async -> TaskConditions {
        let rules = await rules
        var found = Set((rules.ofAll + [rules.gameInFront].compactMap { $0 }).compactMap { TaskCondition($0) })
        if device.report.connectivity == DeviceReport.Connectivity.none { found.insert(.noNetwork) }
        if device.isOnBattery == true { found.insert(.noExternalPower) }
        var conditions = TaskConditions()
        for condition in found { conditions.all[condition] = before.all[condition] ?? now }
        for bundleID in bundleIDs where !rules.settings.isOn(.backgroundRefresh, of: bundleID) {
            conditions.appsWithoutRefresh[bundleID] = before.appsWithoutRefresh[bundleID] ?? now
        }
        return conditions
    }

    /// What tells that things stand another way.
    nonisolated var taskSignals: [ChangeSignal] { [settings.changes, device.changes, front.changes] }

    nonisolated var hasPowerFiles: Bool { device.hasPowerFiles }
}

extension TaskCondition {
    /// nil for what holds up downloads alone.
    fileprivate init?(_ condition: DownloadCondition) {
        switch condition {
        case .backgroundRefreshOff: self = .refreshOff
        case .lowPowerMode(let reason): self = .lowPowerMode(reason: reason)
        case .gameInFront(let reason): self = .gameInFront(reason: reason)
        case .appBackgroundRefreshOff, .inAppContentOff, .metered: return nil
        }
    }
}
