// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import SystemSupport
internal import ToolSupport

struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List what is in the background URL sessions of apps.",
        discussion: """
            What a request waits for is told below; `ba explain SESSION` tells when that ends.

            EXAMPLES
              ba sessions
              ba sessions com.example.stormy --json
            """)

    @Argument(help: "The bundle identifier of an app; all apps without it.", completion: IdentifierCompletion.apps)
    var id: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let tasks = try await ControlContext.link().call(SessionsInterface.List(bundleID: id)).tasks
        if output.printsJSON { return try context.console.writeJSON(tasks) }
        guard !tasks.isEmpty else { return context.console.note("There is nothing in background URL sessions.") }
        context.console.write(Self.table(tasks).text)
        for task in tasks {
            guard let reason = task.waiting else { continue }
            let verb = task.state == .running ? "stands still" : "waits"
            context.console.note(PrintableText.of("\(task.session) \(task.task.number) \(verb): \(reason)"))
        }
    }

    static func table(_ tasks: [SessionTaskRecord]) -> Table {
        Table(
            [
                .init("SESSION"), .init("APP"), .init("TASK", .right), .init("KIND"), .init("STATE"),
                .init("SENT", .right),
                .init("RECEIVED", .right), .init("REQUEST"),
            ],
            rows: tasks.map { record in
                let total = record.totalBytes.map { " of \(ByteCount.text($0))" } ?? ""
                return [
                    PrintableText.of(record.session), record.bundleID, "\(record.task.number)",
                    record.task.kind.rawValue,
                    record.state.rawValue, record.task.kind == .upload ? ByteCount.text(record.sentBytes) : "-",
                    ByteCount.text(record.receivedBytes) + total, PrintableText.of("\(record.task.request)"),
                ]
            })
    }
}
