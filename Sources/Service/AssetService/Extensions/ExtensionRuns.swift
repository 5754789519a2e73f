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

    private struct State {
        var generations: [String: Generation] = [:]
        /// By the numbers of the runs.
        var processes: [String: [Int: ExtensionProcess]] = [:]
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
    /// - Returns: its number; nil when its app has gone meanwhile.
    func begin(_ process: ExtensionProcess, of bundleID: String, _ generation: Generation) -> Int? {
        state.withLock { state in
            guard state.generations[bundleID] ?? Generation() == generation else { return nil }
            state.count += 1
            state.processes[bundleID, default: [:]][state.count] = process
            return state.count
        }
    }

    func end(_ number: Int, of bundleID: String) {
        state.withLock { state in
            state.processes[bundleID]?[number] = nil
            state.calledOff.remove(number)
            if state.processes[bundleID]?.isEmpty == true { state.processes[bundleID] = nil }
        }
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
            let running = state.processes[bundleID] ?? [:]
            state.calledOff.formUnion(running.keys)
            return Array(running.values)
        }
        for process in processes { await process.end() }
    }
}
