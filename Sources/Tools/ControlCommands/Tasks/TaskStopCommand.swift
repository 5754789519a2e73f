// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct TaskStopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stop a background task that runs, or a continued one that waits, as a person does.",
        discussion: """
            EXAMPLE
              ba task stop com.example.editor com.example.editor.export
            """)

    @OptionGroup var options: TaskOptions

    func run() async throws {
        _ = try await ControlContext.link().call(TasksInterface.Stop(bundleID: options.id, identifier: options.task))
        ControlContext.current.console.note("\(options.task) is stopped.")
    }
}
