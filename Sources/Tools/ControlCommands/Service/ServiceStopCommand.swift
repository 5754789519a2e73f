// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct ServiceStopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "End the service; what is under way goes on at its next start.",
        discussion: """
            The next command or app that needs it starts it again.

            EXAMPLE
              ba service stop
            """)

    func run() async throws {
        let console = ControlContext.current.console
        do throws(ControlError) {
            _ = try await ControlContext.link(starting: false).call(ControlInterface.Stop())
            console.note("The service is ending.")
        } catch {
            guard case .notRunning = error else { throw error }
            console.note("The service does not run.")
        }
    }
}
