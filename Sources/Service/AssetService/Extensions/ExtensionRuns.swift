// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionHost
internal import Synchronization

/// The extensions that run, by their apps: one whose app is removed ends with it, and what one of an earlier version answers is
/// nobody's any more.
final class ExtensionRuns: Sendable {
    /// Which installation of an app an extension is run for.
    struct Generation: Equatable, Sendable {
        fileprivate var number = 0
    }

    /// One that runs now.
    struct Current: Sendable {
        /// When it was started (seconds since 1970).
        let since: Double
        /// Seconds of its run time that are left.
        let runTimeLeft: Double

        var endsWhen: String { "it returns, for which \(Int(runTimeLeft.rounded(.up))) s of its run time are left" }
    }

    private struct Run {
        let process: ExtensionProcess
        let since: Double
    }

    private struct State {
        var generations: [String: Generation] = [:]
        /// By their numbers.
        var runs: [String: [Int: Run]] = [:]
        /// Those that were ended with their apps.
        var calledOff: Set<Int> = []
        var count = 0
    }

    private let state = Mutex(State())

    /// That of what is installed now.
    func generation(of bundleID: String) -> Generation {
        state.withLock { $0.generations[bundleID] ?? Generation() }
    }

    /// Notes that an extension has been started.
    ///
    /// - `now`: seconds since 1970.
    /// - Returns: its number; nil when its app has gone meanwhile.
    func begin(_ process: ExtensionProcess, of bundleID: String, _ generation: Generation, now: Double) -> Int? {
        state.withLock { state in
            guard state.generations[bundleID] ?? Generation() == generation else { return nil }
            state.count += 1
            state.runs[bundleID, default: [:]][state.count] = Run(process: process, since: now)
            return state.count
        }
    }

    func end(_ number: Int, of bundleID: String) {
        state.withLock { state in
            state.runs[bundleID]?[number] = nil
            state.calledOff.remove(number)
            if state.runs[bundleID]?.isEmpty == true { state.runs[bundleID] = nil }
        }
    }

    /// The run of the extension of an app that has begun first; nil while none runs.
    func current(of bundleID: String) -> Current? {
        let first = state.withLock { state in (state.runs[bundleID] ?? [:]).min { $0.key < $1.key }?.value }
        return first.map { Current(since: $0.since, runTimeLeft: $0.process.runTimeLeft) }
    }

    /// Whether it was ended with its app.
    func isCalledOff(_ number: Int) -> Bool { state.withLock { $0.calledOff.contains(number) } }

    /// Another version is the one that is installed: what the one before chooses is not for it.
    func supersede(_ bundleID: String) {
        state.withLock { $0.generations[bundleID, default: Generation()].number += 1 }
    }

    /// The app is removed: its extensions are ended.
    func callOff(_ bundleID: String) async {
        let processes = state.withLock { state in
            state.generations[bundleID, default: Generation()].number += 1
            let running = state.runs[bundleID] ?? [:]
            state.calledOff.formUnion(running.keys)
            return running.values.map(\.process)
        }
        for process in processes { await process.end() }
    }
}
