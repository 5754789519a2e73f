// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler

/// What apps may do in the background, by what a person has set and by how things stand with the device, at one moment.
struct BackgroundRules: Sendable {
    let settings: SettingValues
    /// Why the device saves power; nil when it does not, or that does not count.
    let powerSaver: String?
    /// Who says that the connection is metered.
    let metered: String?
    /// Who says that a game is being played.
    let game: String?
    /// The apps that run.
    let front: Set<String>

    /// What keeps every app from doing anything: the one that is worth most to know comes first.
    var ofAll: [DownloadCondition] {
        var conditions: [DownloadCondition] = []
        if !settings.isOn(.backgroundRefresh) { conditions.append(.backgroundRefreshOff) }
        if let condition = condition(.lowPowerMode, said: powerSaver, as: DownloadCondition.lowPowerMode) {
            conditions.append(condition)
        }
        if let condition = condition(.metered, said: metered, as: DownloadCondition.metered) {
            conditions.append(condition)
        }
        return conditions
    }

    /// What keeps one app besides.
    func own(of bundleID: String, wasLaunched: Bool) -> [DownloadCondition] {
        var conditions: [DownloadCondition] = []
        if !settings.isOn(.backgroundRefresh, of: bundleID) {
            conditions.append(.appBackgroundRefreshOff(bundleID: bundleID))
        }
        if !wasLaunched, !settings.isOn(.inAppContent) { conditions.append(.inAppContentOff) }
        // Nobody waits for the app that is in front itself.
        if !front.contains(bundleID), let gameInFront { conditions.append(gameInFront) }
        return conditions
    }

    /// A game is being played; nil where none is, or that does not count.
    var gameInFront: DownloadCondition? {
        condition(.gameInFront, said: game, as: DownloadCondition.gameInFront)
    }

    /// A setting that a person sets, or leaves to what the device says.
    private func condition(
        _ setting: Setting, said reason: String?, as make: (String?) -> DownloadCondition
    ) -> DownloadCondition? {
        switch settings.text(setting) {
        case "on": make(nil)
        case "auto": reason.map(make)
        default: nil
        }
    }
}
