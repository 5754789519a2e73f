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

    @Argument(help: "The bundle identifier of an app.", completion: IdentifierCompletion.apps) var id: String
    @Argument(help: "The identifier of a task, as `ba tasks` has it.") var task: String

    func run() async throws {
        _ = try await ControlContext.link().call(
            TasksInterface.Simulate(bundleID: id, identifier: task, simulation: .expiration))
        ControlContext.current.console.note("\(task) was told to end.")
    }
}
