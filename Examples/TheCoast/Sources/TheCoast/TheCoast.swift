// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

@main
@MainActor
struct TheCoast {
    static func main() async {
        do {
            let commands = try Command.parse(Array(CommandLine.arguments.dropFirst()))
            let game = Game(terminal: Terminal())
            if commands.isEmpty { try await game.start() }
            for command in commands { try await game.perform(command) }
        } catch {
            FileHandle.standardError.write(Data("The Coast: \(error.localizedDescription)\n".utf8))
            if case GameError.usage = error { exit(64) }
            exit(1)
        }
    }
}
