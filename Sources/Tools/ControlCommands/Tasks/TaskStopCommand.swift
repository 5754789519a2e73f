// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct TaskStopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Have a background task that runs end, as a person does.",
        discussion: """
            EXAMPLE
              ba task stop com.example.editor com.example.editor.export
            """)

    @Argument(help: "The bundle identifier of an app.", completion: IdentifierCompletion.apps) var id: String
    @Argument(help: "The identifier of a task, as `ba tasks` has it.") var task: String

    func run() async throws {
        _ = try await ControlContext.link().call(TasksInterface.Stop(bundleID: id, identifier: task))
        ControlContext.current.console.note("\(task) was told to end.")
    }
}
