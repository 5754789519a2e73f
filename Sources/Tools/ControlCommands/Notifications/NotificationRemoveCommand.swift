// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct NotificationRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove notifications that were delivered: the app is not told.",
        discussion: """
            EXAMPLES
              ba notification remove com.example.stormy photo
              ba notification remove com.example.stormy
            """)

    @Argument(help: "The bundle identifier of an app.", completion: IdentifierCompletion.apps) var id: String
    @Argument(help: "The identifiers of notifications; all of the app without them.") var notifications: [String] = []

    func run() async throws {
        _ = try await ControlContext.link().call(
            NotificationsInterface.Remove(
                bundleID: id, state: .delivered, identifiers: notifications.isEmpty ? nil : notifications))
    }
}
