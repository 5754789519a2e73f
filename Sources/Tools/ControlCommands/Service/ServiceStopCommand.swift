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
        let stop = Stop(wasRunning: try await Self.stop())
        if output.printsJSON { return try console.writeJSON(stop) }
        console.note(stop.wasRunning ? "The service is ending." : "The service does not run.")
    }

    /// - Returns: whether there was a service.
    private static func stop() async throws(ControlError) -> Bool {
        do throws(ControlError) {
            _ = try await ControlContext.link(starting: false).call(ControlInterface.Stop())
            return true
        } catch {
            guard case .notRunning = error else { throw error }
            return false
        }
    }
}
