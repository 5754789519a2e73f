// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Print the service's log, with what apps' downloader extensions write.",
        discussion: """
            EXAMPLES
              ba logs
              ba logs -f --app com.naturelab.thecoast
            """)

    @Flag(name: .shortAndLong, help: "Go on with the lines to come.")
    var follow = false

    @Option(help: "Only the lines about this app, by its bundle identifier.")
    var app: String?

    func run() async throws {
        let context = ControlContext.current
        for try await reply in try ControlContext.link().stream(ControlInterface.Logs(follow: follow, bundleID: app)) {
            context.console.write(reply.line)
        }
    }
}
