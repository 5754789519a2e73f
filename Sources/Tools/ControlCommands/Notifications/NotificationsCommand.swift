// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import SystemSupport
internal import ToolSupport

struct NotificationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notifications",
        abstract: "List what apps tell you: what waits for its time, and what was delivered.",
        discussion: """
            A desktop shows what is delivered, where there is one; elsewhere this is where it is seen, and `ba notification open` opens it.

            EXAMPLES
              ba notifications
              ba notifications com.example.stormy --json
            """)

    @Argument(help: "The bundle identifier of an app; all apps without it.", completion: IdentifierCompletion.apps)
    var id: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let notifications = try await ControlContext.link().call(NotificationsInterface.List(bundleID: id))
            .notifications
        if output.printsJSON { return try context.console.writeJSON(notifications) }
        guard !notifications.isEmpty else {
            return context.console.note("No notification waits, and none was delivered.")
        }
        context.console.write(Self.table(notifications).text)
    }

    static func table(_ notifications: [NotificationRecord]) -> Table {
        Table(
            [.init("NOTIFICATION"), .init("APP"), .init("STATE"), .init("TIME"), .init("TEXT")],
            rows: notifications.map { record in
                let content = record.request.content
                return [
                    PrintableText.of(record.request.identifier), record.bundleID, state(of: record),
                    (record.deliveredAt ?? record.next).map(LocalTime.text) ?? "never",
                    PrintableText.of(
                        [content.title, content.subtitle, content.body].filter { !$0.isEmpty }.joined(separator: ": ")),
                ]
            })
    }

    private static func state(of record: NotificationRecord) -> String {
        switch record.state {
        case .pending: "waits"
        case .delivered: record.isShown == true ? "shown" : "listed"
        case .unknown: "unknown"
        }
    }
}
