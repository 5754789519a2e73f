// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import SystemSupport
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

    @Option(
        help: "Only the lines about this app, by its bundle identifier.", completion: IdentifierCompletion.apps)
    var app: String?

    @OptionGroup var output: OutputOptions

    private struct Line: Encodable { var line: String }

    func run() async throws {
        let context = ControlContext.current
        let link = try ControlContext.link()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                var printed = PrintedLines()
                while true {
                    do {
                        for try await reply in link.stream(ControlInterface.Logs(follow: follow, bundleID: app)) {
                            guard printed.add(reply.line) else { continue }
                            try write(reply.line, to: context.console)
                        }
                        return true
                    } catch let error as ControlError where follow && error.isLostConnection {
                        // A service that ends on purpose takes its socket away; one that was killed is what somebody who
                        // follows its log wants to see the end of, and the beginning of the next one.
                        guard Self.isExpectedBack(context) else { throw error }
                        context.console.note("The service has ended without a word; the log of the next one follows.")
                        printed.beginAnew()
                    }
                }
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

    private func write(_ line: String, to console: Console) throws {
        // An extension may write anything, which a terminal would obey.
        console.write(output.printsJSON ? try JSONLine.text(Line(line: line)) : PrintableText.of(line, keeping: ["\t"]))
        if let failure = console.outputFailure { throw failure }
    }

    private static func isExpectedBack(_ context: ControlContext) -> Bool {
        do throws(ServiceLocationError) {
            return FileStatus(path: try ServiceLocation(environment: context.environment).socketPath) != nil
        } catch { return false }
    }
}
