// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct ServiceAdvanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advance",
        abstract: "Have it be later for the service than it is, until it ends.",
        discussion: """
            For developers, who try what happens in hours or days: the setting `developer-mode` allows it. Apps have the time of day as it is.

            EXAMPLE
              ba service advance 6h
            """)

    @Argument(help: "By how much: a number with s, m, h or d behind it.") var time: String

    private static let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

    /// nil for what is no time.
    private var seconds: Double? {
        guard let unit = time.last.flatMap({ Self.units[$0] }), let count = Double(time.dropLast()), count > 0,
            count.isFinite
        else { return nil }
        return count * unit
    }

    private static let longest: Double = 366 * 86_400

    func validate() throws {
        guard let seconds else { throw ValidationError("\(time) is no time: 90s, 15m, 6h and 2d are.") }
        guard seconds <= Self.longest else {
            throw ValidationError("\(time) is more than a year: a clock is advanced by one at most.")
        }
    }

    func run() async throws {
        let reply = try await ControlContext.link().call(ControlInterface.AdvanceClock(seconds: seconds ?? 0))
        ControlContext.current.console.note("It is \(LocalTime.text(reply.now)) for the service.")
    }
}
