// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct AppStateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app-state",
        abstract: "Say whether an app that runs is in front, or in the background.",
        discussion: """
            An app is in front from its start. In the background, as when a person has put it away, its downloads go on behind \
            those that somebody waits for, its extension is told of their ends, and it starts none in the foreground. Toolkits \
            say that by themselves; this does it by hand.

            EXAMPLES
              ba app-state com.example.sessions background
              ba app-state com.example.sessions foreground
            """)

    @Argument(help: "The bundle identifier of the app.", completion: IdentifierCompletion.apps)
    var id: String

    @Argument(help: "foreground or background.")
    var state: AppsInterface.SetState.State

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let reply = try await ControlContext.link().call(AppsInterface.SetState(bundleID: id, state: state))
        guard !reply.processIDs.isEmpty else {
            throw ControlError.notFound("\(id) does not run\n`ba launch \(id)` opens it")
        }
        if output.printsJSON { return try context.console.writeJSON(reply) }
        let processes = Quantity.count(reply.processIDs.count, "process", plural: "processes")
        context.console.note("\(id) is in the \(state.rawValue) now (\(processes)).")
    }
}

extension AppsInterface.SetState.State: ExpressibleByArgument {}
