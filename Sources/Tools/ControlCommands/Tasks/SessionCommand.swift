// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct SessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session", abstract: "Cancel what is in the background URL sessions of apps.",
        discussion: """
            EXAMPLE
              ba session cancel com.example.stormy isStormy
            """,
        subcommands: [SessionCancelCommand.self])
}
