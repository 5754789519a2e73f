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

    @OptionGroup var output: OutputOptions

    private struct Stop: Encodable {
        var wasRunning: Bool
    }

    func run() async throws {
        let console = ControlContext.current.console
        var stop = Stop(wasRunning: true)
        do throws(ControlError) {
            _ = try await ControlContext.link(starting: false).call(ControlInterface.Stop())
        } catch {
            guard case .notRunning = error else { throw error }
            stop.wasRunning = false
        }
        if output.printsJSON { return try console.writeJSON(stop) }
        console.note(stop.wasRunning ? "The service is ending." : "The service does not run.")
    }
}
