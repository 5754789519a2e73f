// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct TaskExpireCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expire", abstract: "Have a background task that runs expire now.",
        discussion: """
            EXAMPLE
              ba task expire com.example.stormy StormyNoon
            """)

    @OptionGroup var options: TaskOptions

    func run() async throws {
        _ = try await ControlContext.link().call(
            TasksInterface.Simulate(bundleID: options.id, identifier: options.task, simulation: .expiration))
        ControlContext.current.console.note("\(options.task) was told to end.")
    }
}
