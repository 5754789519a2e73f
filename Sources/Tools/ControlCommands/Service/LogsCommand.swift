// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface

struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Print the service's log, with what apps' downloader extensions write.",
        discussion: """
            With -f it goes on until Ctrl-C, or until whoever reads its output has gone.

            EXAMPLES
              ba logs
              ba logs -f --app com.naturelab.thecoast
            """)

    @Flag(name: .shortAndLong, help: "Go on with the lines to come.")
    var follow = false

    @Option(
        help: "Only the lines about this app, by its bundle identifier.", completion: IdentifierCompletion.apps)
    var app: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await LogPrinting(context: ControlContext.current, output: output)
            .runLocally(ControlInterface.Logs(follow: follow, bundleID: app), goesOn: follow, line: \.line)
    }
}
