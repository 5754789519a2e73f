// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct TaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "task",
        abstract: "Tell what became of background tasks, stop them, or have them begin or expire now.",
        discussion: """
            `launch` and `expire` are for developers: the setting `developer-mode` allows them.

            EXAMPLES
              ba task history com.example.stormy
              ba task launch com.example.stormy StormyNoon
            """,
        subcommands: [
            TaskHistoryCommand.self, TaskStopCommand.self, TaskLaunchCommand.self, TaskExpireCommand.self,
        ])
}
