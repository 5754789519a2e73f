// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct NotificationOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open a notification that was delivered, or choose one of its actions.",
        discussion: """
            The app is told, and started when it does not run.

            EXAMPLES
              ba notification open com.example.stormy photo
              ba notification open com.example.chat message-7 --action reply --text Yes
            """)

    @Argument(help: "The bundle identifier of an app.", completion: IdentifierCompletion.apps) var id: String
    @Argument(help: "The identifier of the notification, as `ba notifications` lists it.") var notification: String
    @Option(help: "The identifier of one of its actions, or `dismiss`.") var action: String?
    @Option(help: "What is written, for an action that takes a text.") var text: String?

    func run() async throws {
        _ = try await ControlContext.link().call(
            NotificationsInterface.Open(bundleID: id, identifier: notification, action: action, text: text))
        ControlContext.current.console.note("\(id) is told.")
    }
}
