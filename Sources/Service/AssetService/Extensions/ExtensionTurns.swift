// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Whose extension runs, and whose waits, when only so many run at a time: a service that begins, or a condition that ends,
/// would wake those of all apps at once.
///
/// What somebody waits for goes before the rest, and has as many places again, so that it does not wait for those that only
/// hear of ends; else each takes its turn in the order in which it came.
struct ExtensionTurns: Sendable {
    struct Turn: Equatable, Sendable {
        let id: Int
        let bundleID: String
        /// Whether a person, or a server, waits for the extension's answer.
        let isAwaited: Bool
        /// Since when it waits, in seconds since 1970.
        let since: Double
    }

    private(set) var runningCount = 0
    private(set) var waiting: [Turn] = []

    /// - `limit`: how many may run for nobody in particular.
    /// - Returns: whether it may run at once; else it waits.
    mutating func enter(_ turn: Turn, limit: Int) -> Bool {
        let place = turn.isAwaited ? waiting.firstIndex { !$0.isAwaited } ?? waiting.endIndex : waiting.endIndex
        guard place == 0, isFree(for: turn, limit: limit) else {
            waiting.insert(turn, at: place)
            return false
        }
        runningCount += 1
        return true
    }

    /// One has ended.
    mutating func leave() { runningCount -= 1 }

    /// Those that run from now on.
    mutating func admit(limit: Int) -> [Turn] {
        var admitted: [Turn] = []
        while let first = waiting.first, isFree(for: first, limit: limit) {
            admitted.append(waiting.removeFirst())
            runningCount += 1
        }
        return admitted
    }

    private func isFree(for turn: Turn, limit: Int) -> Bool { runningCount < (turn.isAwaited ? 2 * limit : limit) }

    /// One that waits no longer.
    ///
    /// - Returns: whether it did.
    mutating func giveUp(_ id: Int) -> Bool {
        guard let place = waiting.firstIndex(where: { $0.id == id }) else { return false }
        waiting.remove(at: place)
        return true
    }
}
