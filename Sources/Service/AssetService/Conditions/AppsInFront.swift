// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The apps that run in front, and which of them are games (LSApplicationCategoryType): what is downloaded for others
/// waits, so that they run smoothly.
final class AppsInFront: Sendable {
    private struct App {
        let name: String
        let isGame: Bool
        var isInFront: Bool
    }

    /// Those that run.
    private let apps = Mutex<[String: App]>([:])
    /// An app has begun or ended, or has been put before the person or away.
    let changes = ChangeSignal()

    /// A process of an app has come, or has come back.
    ///
    /// - `isInFront`: whether that process is; another one of the app may be.
    func began(_ bundleID: String, name: String, isGame: Bool, isInFront: Bool) {
        let isNews = apps.withLock { apps in
            let wasInFront = apps[bundleID]?.isInFront
            let app = App(name: name, isGame: isGame, isInFront: isInFront || wasInFront == true)
            apps[bundleID] = app
            return wasInFront != app.isInFront
        }
        if isNews { changes.signal() }
    }

    /// The last process of an app has gone.
    func ended(_ bundleID: String) {
        if apps.withLock({ $0.removeValue(forKey: bundleID) }) != nil { changes.signal() }
    }

    /// One that runs is said to be in front, or not to be any more.
    func set(_ bundleID: String, inFront: Bool) {
        let before = apps.withLock { apps in
            defer { apps[bundleID]?.isInFront = inFront }
            return apps[bundleID]?.isInFront
        }
        if before == !inFront { changes.signal() }
    }

    /// The name of a game; nil when none is in front.
    var game: String? { apps.withLock { $0.values.filter { $0.isGame && $0.isInFront }.map(\.name).min() } }

    var bundleIDs: Set<String> { apps.withLock { Set($0.filter(\.value.isInFront).keys) } }
}
