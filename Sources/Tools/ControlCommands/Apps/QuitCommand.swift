// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct QuitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quit",
        abstract: "Quit an app, whose extension is not woken until it is opened again.",
        discussion: """
            Its processes are asked to end, and killed after five seconds. Downloads go on.

            EXAMPLES
              ba quit com.naturelab.thecoast
            """)

    @Argument(help: "The bundle identifier of the app.", completion: IdentifierCompletion.apps)
    var id: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let reply = try await ControlContext.link().call(AppsInterface.Quit(bundleID: id))
        if output.printsJSON { return try context.console.writeJSON(reply) }
        let processes =
            reply.ended.isEmpty
            ? "it did not run"
            : Quantity.count(reply.ended.count, "process", plural: "processes")
                + (reply.killed.isEmpty ? "" : ", \(reply.killed.count) of them killed")
        context.console.note(
            "Quit \(id) (\(processes)). Until it is opened again its extension is not woken, and for 15 minutes none of its background tasks begins."
        )
    }
}
