// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ToolSupport

/// Whether a command waits for what its host makes of it.
struct WaitOptions: ParsableArguments {
    @Flag(name: .customLong("wait"), help: "Wait for the end.") var waits = false
    @Option(help: ArgumentHelp("Seconds after which waiting is given up.", valueName: "seconds")) var timeout: Int?

    func validate() throws {
        guard (timeout ?? 1) > 0 else { throw ValidationError("--timeout is a number of seconds above 0.") }
        guard timeout == nil || waits else { throw ValidationError("--timeout goes with --wait.") }
    }

    /// Asks again and again until there is an end.
    ///
    /// - `what`: for the error of whoever has waited for long enough.
    /// - `pending`: how much is asked for each time.
    func wait<Result>(
        for what: String, asking pending: () -> Int = { 1 }, _ ask: () async throws(TransportError) -> Result?
    ) async throws(TransportError) -> Result {
        let deadline = timeout.map { ContinuousClock.now + .seconds($0) }
        var count = 0
        while true {
            if let result = try await ask() { return result }
            let delay = PollSchedule.delay(after: count, asking: pending())
            if let deadline, ContinuousClock.now + delay > deadline {
                throw .notNow("\(what) takes longer than \(timeout ?? 0) s; `ba-transport status` tells how far it is")
            }
            do { try await Task.sleep(for: delay) } catch { throw .notNow("it was called off") }
            count += 1
        }
    }
}
