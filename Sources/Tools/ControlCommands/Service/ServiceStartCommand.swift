// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct ServiceStartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start the service, unless it runs.",
        discussion: """
            EXAMPLE
              ba service start
            """)

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let console = ControlContext.current.console
        let status = try await ControlContext.link().call(ControlInterface.Status())
        if output.printsJSON { return try console.writeJSON(status) }
        console.note("The service runs as process \(status.processID).")
    }
}
