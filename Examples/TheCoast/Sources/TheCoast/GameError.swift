// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What can go wrong in the game apart from the framework's own errors.
enum GameError: LocalizedError {
    /// An asset is not of the form that the game expects.
    case assetUnreadable(String)
    /// The player asked for a level that has to be bought first.
    case levelNotBought(Level)
    /// The player cancelled a download.
    case downloadCancelled(String)
    /// The game was started without its app group.
    case noGroup(String)
    /// What the game remembers of the player is damaged.
    case playerUnreadable(String, String)
    /// There are no texts in a language.
    case languageMissing(String)
    /// The command line makes no sense.
    case usage(String)

    var errorDescription: String? {
        switch self {
        case .assetUnreadable(let path): "\(path) cannot be read; update the game, or fetch the level again"
        case .levelNotBought(let level): "\(level.title) has to be bought first: --buy \(level.rawValue)"
        case .downloadCancelled(let id): "the download of \(id) was cancelled"
        case .noGroup(let id): "there is no container of \(id): start the game with `ba launch`"
        case .playerUnreadable(let path, let reason):
            "\(path) cannot be read, and holds what you bought and played: repair it, or remove it to begin anew (\(reason))"
        case .languageMissing(let language): "there are no texts in \(language)"
        case .usage(let text): text
        }
    }
}
