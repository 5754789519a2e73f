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
            With -f it goes on until Ctrl-C, or until whoever reads its output has gone.

            EXAMPLES
              ba logs
              ba logs -f --app com.naturelab.thecoast
            """)

    @Flag(name: .shortAndLong, help: "Go on with the lines to come.")
    var follow = false

    @Option(help: "Only the lines about this app, by its bundle identifier.")
    var app: String?

    @OptionGroup var output: OutputOptions

    private struct Line: Encodable { var line: String }

    func run() async throws {
        let context = ControlContext.current
        let lines = try ControlContext.link().stream(ControlInterface.Logs(follow: follow, bundleID: app))
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                for try await reply in lines {
                    context.console.write(output.printsJSON ? try JSONLine.text(Line(line: reply.line)) : reply.line)
                    if let failure = context.console.outputFailure { throw failure }
                }
                return true
            }
            group.addTask {
                for await _ in context.interruptions() { throw ControlError.interrupted }
                // Nothing can interrupt it: the lines alone end it.
                return false
            }
            defer { group.cancelAll() }
            while let hasEnded = try await group.next(), !hasEnded {}
        }
    }
}
