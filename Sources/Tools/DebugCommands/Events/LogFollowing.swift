// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import ServiceInterface
internal import ToolSupport

/// Follows the log of a device, as far as it is about an app.
struct LogFollowing {
    private struct Line: Encodable { var line: String }

    let device: DebugDevice
    let bundleID: String
    let output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let (console, printsJSON) = (context.console, output.printsJSON)
        let (device, bundleID) = (device, bundleID)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await device.stream(DebugInterface.Logs(bundleID: bundleID, follow: true)) { reply in
                    // An extension may write anything, which a terminal would obey.
                    console.write(
                        printsJSON
                            ? try JSONLine.text(Line(line: reply.line)) : PrintableText.of(reply.line, keeping: ["\t"]))
                    if let failure = console.outputFailure { throw failure }
                }
                return true
            }
            group.addTask {
                for await _ in context.interruptions() { throw DebugError.interrupted }
                // Nothing can interrupt it: the lines alone end it.
                return false
            }
            defer { group.cancelAll() }
            while let hasEnded = try await group.next(), !hasEnded {}
        }
    }
}
