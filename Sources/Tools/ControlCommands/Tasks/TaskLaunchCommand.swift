// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct TaskLaunchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch", abstract: "Have a background task begin now, whatever it waits for.",
        discussion: """
            EXAMPLE
              ba task launch com.example.stormy StormyNoon
            """)

    @OptionGroup var options: TaskOptions

    func run() async throws {
        _ = try await ControlContext.link().call(
            TasksInterface.Simulate(bundleID: options.id, identifier: options.task, simulation: .launch))
        ControlContext.current.console.note("\(options.task) begins.")
    }
}
