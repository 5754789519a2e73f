// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct NotificationAllowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow", abstract: "Let an app tell you something.",
        discussion: """
            EXAMPLE
              ba notification allow com.example.stormy
            """)

    @Argument(help: "The bundle identifier of an app.", completion: IdentifierCompletion.apps) var id: String

    func run() async throws {
        _ = try await ControlContext.link().call(NotificationsInterface.Allow(bundleID: id, isAllowed: true))
        ControlContext.current.console.note("\(id) may tell you something.")
    }
}
