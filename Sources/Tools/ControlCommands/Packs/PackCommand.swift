// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct PackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Fetch, remove or check asset packs.",
        discussion: """
            EXAMPLE
              ba pack get Tutorial
            """,
        subcommands: [PackGetCommand.self, PackRemoveCommand.self, PackCheckCommand.self])
}
