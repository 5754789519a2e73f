// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct NotificationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notification",
        abstract: "Open or remove what apps tell you, and say which apps may.",
        discussion: """
            EXAMPLES
              ba notification open com.example.stormy photo
              ba notification deny com.example.stormy
            """,
        subcommands: [
            NotificationOpenCommand.self, NotificationRemoveCommand.self, NotificationAllowCommand.self,
            NotificationDenyCommand.self,
        ])
}
