// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import ServiceInterface
internal import ToolSupport

/// Has a device do what its system does at an event.
struct Simulation {
    private struct Result: Encodable {
        var app: String
        var event: String
        /// Why the extension does not run now all the same.
        var refusal: String?
    }

    let device: DebugDevice
    let bundleID: String
    let output: OutputOptions

    func send(_ event: SimulatedEvent) async throws {
        let reply = try await device.call(DebugInterface.Simulate(bundleID: bundleID, event: event))
        let console = ControlContext.current.console
        if output.printsJSON {
            return console.write(
                try JSONLine.text(Result(app: bundleID, event: event.rawValue, refusal: reply.refusal)))
        }
        console.write("Sent \(Self.name(of: event)) to \(bundleID); its run time is whole again.")
        if let refusal = reply.refusal {
            console.warn("the extension does not run now: \(PrintableText.of(refusal))")
        }
    }

    private static func name(of event: SimulatedEvent) -> String {
        switch event {
        case .appInstall: "the install event"
        case .appUpdate: "the update event"
        case .appPeriodicCheck: "the periodic check"
        case .appLanguageChange: "the change of languages"
        case .unknown: "the event"
        }
    }
}
