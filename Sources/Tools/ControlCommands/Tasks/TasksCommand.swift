// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct TasksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tasks",
        abstract: "List the background tasks that apps have asked for, and those that run.",
        discussion: """
            What a task waits for is told below; `ba explain TASK` tells when that ends, and `ba task history APP` what was decided \
            before.

            EXAMPLES
              ba tasks
              ba tasks com.example.stormy --json
            """)

    @Argument(help: "The bundle identifier of an app; all apps without it.", completion: IdentifierCompletion.apps)
    var id: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let tasks = try await ControlContext.link().call(TasksInterface.List(bundleID: id)).tasks
        if output.printsJSON { return try context.console.writeJSON(tasks) }
        guard !tasks.isEmpty else { return context.console.note("No background task waits, and none runs.") }
        context.console.write(Self.table(tasks).text)
        for task in tasks {
            guard let reason = task.waiting else { continue }
            let end = task.nextAttempt.map { ", until \(LocalTime.text($0))" } ?? ""
            // Apps may call theirs alike.
            let name = id == nil ? "\(task.task.identifier) of \(task.bundleID)" : task.task.identifier
            context.console.note(PrintableText.of("\(name) waits: \(reason)\(end)"))
        }
    }

    static func table(_ tasks: [TaskRecord]) -> Table {
        Table(
            [.init("TASK"), .init("APP"), .init("KIND"), .init("STATE"), .init("DONE", .right)],
            rows: tasks.map { record in
                [
                    PrintableText.of(name(of: record.task)), record.bundleID, kind(of: record.task.kind),
                    record.state.rawValue, record.fraction.map { "\(Int($0 * 100)) %" } ?? "-",
                ]
            })
    }

    /// What a person has begun has a title.
    private static func name(of task: BackgroundTask) -> String {
        task.title.map { "\(task.identifier) (\($0))" } ?? task.identifier
    }

    private static func kind(of kind: BackgroundTask.Kind) -> String {
        switch kind {
        case .refresh: "refresh"
        case .processing: "processing"
        case .healthResearch: "health research"
        case .continued: "continued"
        case .sessionEvents: "events of URL sessions"
        case .unknown: "unknown"
        }
    }
}
