// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the game remembers of the player.
@MainActor
struct Player {
    private let defaults = UserDefaults.standard

    /// Levels that were bought.
    var boughtLevels: [Level] {
        get { (defaults.stringArray(forKey: "boughtLevels") ?? []).compactMap(Level.init) }
        nonmutating set { save(newValue.map(\.rawValue), "boughtLevels") }
    }

    var hasFinishedTutorial: Bool {
        get { defaults.bool(forKey: "hasFinishedTutorial") }
        nonmutating set { save(newValue, "hasFinishedTutorial") }
    }

    /// The game may end right after, so that what it remembers is written at once.
    private func save(_ value: Any, _ key: String) {
        defaults.set(value, forKey: key)
        defaults.synchronize()
    }
}
