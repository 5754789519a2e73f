// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation

/// What the game remembers of the player: a file in the container of its app group, which goes when the game does.
@MainActor
struct Player {
    private struct Memory: Codable {
        var boughtLevels: [String] = []
        var hasFinishedTutorial = false
    }

    private static let group = "group.com.naturelab.thecoast"

    /// Levels that were bought.
    var boughtLevels: [Level] {
        get throws { try memory.boughtLevels.compactMap(Level.init) }
    }

    var hasFinishedTutorial: Bool {
        get throws { try memory.hasFinishedTutorial }
    }

    func remember(boughtLevels: [Level]) throws {
        try save { $0.boughtLevels = boughtLevels.map(\.rawValue) }
    }

    func remember(hasFinishedTutorial: Bool) throws {
        try save { $0.hasFinishedTutorial = hasFinishedTutorial }
    }

    private var file: URL? {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Self.group)?
            .appending(path: "Player.json")
    }

    /// A player of whom nothing is known is a new one. One whose file cannot be read is not: it would be written over.
    private var memory: Memory {
        get throws {
            guard let file else { return Memory() }
            do { return try JSONDecoder().decode(Memory.self, from: Data(contentsOf: file)) } catch {
                if (error as? CocoaError)?.code == .fileReadNoSuchFile { return Memory() }
                throw GameError.playerUnreadable(file.path(), "\(error)")
            }
        }
    }

    private func save(_ change: (inout Memory) -> Void) throws {
        guard let file else { throw GameError.noGroup(Self.group) }
        var memory = try memory
        change(&memory)
        try JSONEncoder().encode(memory).write(to: file, options: .atomic)
    }
}
