// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct ServiceStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say whether the service runs, and where; does not start it.",
        discussion: """
            Ends with status 69 when it does not run.

            EXAMPLE
              ba service status --json
            """)

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let status = try await ControlContext.link(starting: false).call(ControlInterface.Status())
        if output.printsJSON { return try context.console.writeJSON(status) }
        context.console.write(Self.text(status))
    }

    static func text(_ status: ControlInterface.Status.Reply) -> String {
        let text = """
            running      process \(status.processID), \(status.activation)
            version      \(status.version) (protocol \(status.protocolVersion))
            state in     \(status.root)
            socket       \(status.socket)
            connections  \(status.connections)
            """
        let downloads = status.queue.map { queue in
            "downloads    \(queue.downloads) that have not ended, \(queue.transfers) of them under way; what is next was "
                + found(queue.medianDecision, queue.longestDecision)
        }
        let tasks = status.tasks.map { tasks in
            "tasks        \(tasks.waiting) that wait, \(tasks.running) that run; what is next was "
                + found(tasks.medianDecision, tasks.longestDecision)
        }
        return [text, downloads, tasks].compactMap(\.self).joined(separator: "\n")
    }

    private static func found(_ median: Double, _ longest: Double) -> String {
        "found in \(milliseconds(median)) (\(milliseconds(longest)) at most)"
    }

    private static func milliseconds(_ seconds: Double) -> String {
        let microseconds = (seconds * 1e6).rounded()
        // What another version of the service says may be anything.
        guard microseconds.isFinite, abs(microseconds) < 1e15 else { return "?" }
        return "\(Double(Int64(microseconds)) / 1000) ms"
    }
}
