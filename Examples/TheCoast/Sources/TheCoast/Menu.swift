// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Asks the player what to do next, until there is nothing more to read.
@MainActor
struct Menu {
    let game: Game

    private static let entries: [(key: String, title: String, command: Command)] = [
        ("1", "Play the tutorial", .play(.tutorial)),
        ("2", "Play the shoreline", .play(.shoreline)),
        ("3", "Play the lighthouse", .play(.lighthouse)),
        ("b", "Buy the lighthouse", .buy(.lighthouse)),
        ("f", "Finish the tutorial", .finishTutorial),
        ("r", "Begin anew", .restart),
        ("t", "Today's tides", .model),
        ("s", "Space on this device", .storage),
        ("u", "Look for newer assets", .checkForUpdates),
    ]

    func run() async throws {
        Stage(terminal: game.terminal, assets: game.assets).showMenuPicture()
        while true {
            game.terminal.write("\n\(await game.assets.story().title)")
            for entry in Self.entries { game.terminal.write("  \(entry.key)  \(entry.title)") }
            game.terminal.put("  q  Quit\n> ")
            guard let answer = readLine(), answer != "q" else { break }
            guard let entry = Self.entries.first(where: { $0.key == answer }) else { continue }
            do {
                try await game.perform(entry.command)
            } catch {
                game.terminal.write(error.localizedDescription)
            }
        }
        game.terminal.write(await game.assets.story().farewell)
    }
}
