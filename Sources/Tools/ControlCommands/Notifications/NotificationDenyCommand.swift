// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct NotificationDenyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny", abstract: "Have an app tell you nothing any more.",
        discussion: """
            What it has told is removed; what waits for its time is not told.

            EXAMPLE
              ba notification deny com.example.stormy
            """)

    @Argument(help: "The bundle identifier of an app.", completion: IdentifierCompletion.apps) var id: String

    func run() async throws {
        _ = try await ControlContext.link().call(NotificationsInterface.Allow(bundleID: id, isAllowed: false))
        ControlContext.current.console.note("\(id) tells you nothing any more.")
    }
}
