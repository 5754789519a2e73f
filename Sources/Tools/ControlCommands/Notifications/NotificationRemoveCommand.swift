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
        let link = try ControlContext.link()
        if !notifications.isEmpty {
            let delivered = try await link.call(NotificationsInterface.List(bundleID: id)).notifications
                .filter { $0.state == .delivered }.map(\.request.identifier)
            if let missing = notifications.first(where: { !delivered.contains($0) }) {
                throw ControlError.service(
                    ServiceError(.notificationNotFound, "\(id) has delivered no notification \(missing), or it is gone")
                )
            }
        }
        _ = try await link.call(
            NotificationsInterface.Remove(
                bundleID: id, state: .delivered, identifiers: notifications.isEmpty ? nil : notifications))
    }
}
