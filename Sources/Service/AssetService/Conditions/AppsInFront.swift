// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The apps that run, and which of them are games (LSApplicationCategoryType): what is downloaded for others waits, so that they
/// run smoothly.
final class AppsInFront: Sendable {
    private let names = Mutex<[String: (name: String, isGame: Bool)]>([:])
    /// An app has begun or ended.
    let changes = ChangeSignal()

    /// A process of an app has begun.
    func began(_ bundleID: String, name: String, isGame: Bool) {
        let isFirst = names.withLock { $0.updateValue((name, isGame), forKey: bundleID) == nil }
        if isFirst { changes.signal() }
    }

    /// The last process of an app has gone.
    func ended(_ bundleID: String) {
        if names.withLock({ $0.removeValue(forKey: bundleID) }) != nil { changes.signal() }
    }

    /// The name of a game; nil when none runs.
    var game: String? { names.withLock { $0.values.filter(\.isGame).map(\.name).min() } }

    var bundleIDs: Set<String> { names.withLock { Set($0.keys) } }
}
