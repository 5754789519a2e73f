// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct TaskHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Tell what was decided about the background tasks of an app, the first first.",
        discussion: """
            EXAMPLE
              ba task history com.example.stormy --limit 20
            """)

    @Argument(help: "The bundle identifier of an app.", completion: IdentifierCompletion.apps) var id: String
    @Option(help: ArgumentHelp("The last ones only.", valueName: "number")) var limit: Int?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (limit ?? 1) > 0 else { throw ValidationError("--limit is a number above 0.") }
    }

    func run() async throws {
        let context = ControlContext.current
        let call = TasksInterface.History(bundleID: id, limit: limit)
        let entries = Array(try await ControlContext.link().call(call).entries.reversed())
        if output.printsJSON { return try context.console.writeJSON(entries) }
        guard !entries.isEmpty else { return context.console.note("Nothing was decided yet.") }
        context.console.write(
            Table(
                [.init("TIME"), .init("TASK"), .init("EVENT"), .init("WHY")],
                rows: entries.map { entry in
                    [
                        LocalTime.text(entry.time), PrintableText.of(entry.identifier),
                        TaskEventWords.text(entry.event),
                        PrintableText.of(entry.detail ?? ""),
                    ]
                }
            ).text)
    }
}
