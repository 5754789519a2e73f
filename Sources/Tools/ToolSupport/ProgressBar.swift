// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Shows how far a job is: a bar on a terminal, in a pipe a line each tenth of the way, nothing when quiet.
///
/// Any thread may report. Call `finish()` when the job is done; a bar that goes out of use clears its line by itself.
package final class ProgressBar: Sendable {
    private struct State {
        var label: String
        var completed: Int64 = 0
        var total: Int64?
        var shownAt: Duration = .seconds(-1)
        var shownTenth = 0
        var isFinished = false
    }

    private let console: Console
    private let isQuiet: Bool
    private let start: ContinuousClock.Instant
    private let state: Mutex<State>

    /// - Parameters:
    ///   - label: what is being done, as in "Packing Tutorial".
    ///   - total: bytes in all; nil when nobody knows.
    ///   - quiet: shows nothing at all.
    ///   - console: where the bar stands.
    package init(_ label: String, total: Int64?, quiet: Bool = false, console: Console = .standard) {
        self.console = console
        isQuiet = quiet
        start = .now
        state = Mutex(State(label: label, total: total))
    }

    deinit { if !isQuiet { console.showLive("") } }

    /// Adds bytes that are done.
    package func advance(by count: Int64) { report { $0.completed += count } }

    /// Sets the bytes that are done, and the total when it became known.
    package func update(completed: Int64, total: Int64? = nil) {
        report { state in
            state.completed = completed
            if let total { state.total = total }
        }
    }

    /// Takes the bar away and leaves the summary line, for terminal and pipe alike.
    package func finish() {
        guard !isQuiet else { return }
        let summary: String? = state.withLock { state in
            guard !state.isFinished else { return nil }
            state.isFinished = true
            return line(state).summary
        }
        guard let summary else { return }
        console.showLive("")
        console.note(summary)
    }

    private func report(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            guard !isQuiet, !state.isFinished else { return }
            let line = line(state)
            if console.errorIsTerminal {
                // Ten pictures a second are enough for the eye and cost nothing beside the work.
                guard line.elapsed - state.shownAt >= .milliseconds(100) else { return }
                state.shownAt = line.elapsed
                console.showLive(line.text(columns: console.columns))
            } else if let fraction = line.fraction {
                let tenth = Int(fraction * 10)
                // A job of a few seconds needs its summary only.
                guard tenth > state.shownTenth, tenth < 10, line.elapsed >= .seconds(5) else { return }
                state.shownTenth = tenth
                console.note(line.plain)
            }
        }
    }

    private func line(_ state: State) -> ProgressLine {
        ProgressLine(
            label: state.label, completed: state.completed, total: state.total, elapsed: ContinuousClock.now - start)
    }
}
