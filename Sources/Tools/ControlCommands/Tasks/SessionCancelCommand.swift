// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct SessionCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a task of a background URL session, or all that have not ended.",
        discussion: """
            The app is told of it as of a task that it has cancelled itself. What has come goes.

            EXAMPLES
              ba session cancel com.example.stormy isStormy
              ba session cancel com.example.stormy isStormy 2
            """)

    @Argument(help: "The bundle identifier of an app.", completion: IdentifierCompletion.apps) var id: String
    @Argument(help: "The identifier of a session, as `ba sessions` has it.") var session: String
    @Argument(help: "The number of a task; all of the session without it.") var task: Int64?

    func run() async throws {
        let numbers = try await ControlContext.link().call(
            SessionsInterface.Stop(bundleID: id, session: session, number: task)
        ).numbers
        let what = task.map { "task \($0)" } ?? (numbers.count == 1 ? "a task" : "\(numbers.count) tasks")
        ControlContext.current.console.note(PrintableText.of("Cancelled \(what) in \(session) of \(id)."))
    }
}
