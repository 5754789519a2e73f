// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Ordering

/// The downloads of one class: apps take turns, and each app's stand in line.
struct DownloadTurns: Sendable {
    private(set) var waitingCount = 0
    private(set) var running: Set<DownloadPlace> = []
    private var lines: [String: OrderedLine<DownloadPlace>] = [:]
    private var runningCounts: [String: Int] = [:]

    /// Apps of which something runs.
    var runningApps: Set<String> { Set(runningCounts.keys) }
    /// Apps of which something runs, or waits for a place.
    var apps: Set<String> { runningApps.union(lines.keys) }

    mutating func insert(_ place: DownloadPlace, of bundleID: String) {
        lines[bundleID, default: OrderedLine()].insert(place)
        waitingCount += 1
    }

    mutating func remove(_ place: DownloadPlace, of bundleID: String) {
        guard var line = lines.removeValue(forKey: bundleID) else { return }
        line.remove(place)
        waitingCount -= 1
        if !line.isEmpty { lines[bundleID] = line }
    }

    mutating func begin(_ place: DownloadPlace, of bundleID: String) {
        running.insert(place)
        runningCounts[bundleID, default: 0] += 1
    }

    mutating func end(_ place: DownloadPlace, of bundleID: String) {
        guard running.remove(place) != nil, let count = runningCounts[bundleID] else { return }
        runningCounts[bundleID] = count > 1 ? count - 1 : nil
    }

    /// The next ones: the app of which the fewest run comes first, and of equals the one whose next download is older.
    ///
    /// - `held`: apps of which none is taken.
    func next(_ count: Int, without held: Set<String> = []) -> [DownloadPlace] {
        guard count > 0, waitingCount > 0 else { return [] }
        var taken: [String: Int] = [:]
        var result: [DownloadPlace] = []
        while result.count < count {
            var best: (turn: Int, place: DownloadPlace, bundleID: String)?
            for (bundleID, line) in lines where !held.contains(bundleID) {
                let own = taken[bundleID] ?? 0
                guard own < line.count else { continue }
                let turn = own + (runningCounts[bundleID] ?? 0)
                let place = line[own]
                if let best, best.turn < turn || best.turn == turn && best.place.isOlder(than: place) { continue }
                best = (turn, place, bundleID)
            }
            guard let best else { break }
            result.append(best.place)
            taken[best.bundleID, default: 0] += 1
        }
        return result
    }

    /// How many that wait come before one that waits.
    ///
    /// - `held`: apps of which none is taken.
    func rank(of place: DownloadPlace, of bundleID: String, without held: Set<String> = []) -> Int {
        guard let own = lines[bundleID] else { return 0 }
        let rank = own.rank(of: place)
        let turn = rank + (runningCounts[bundleID] ?? 0)
        var count = rank
        for (other, line) in lines where other != bundleID && !held.contains(other) {
            let running = runningCounts[other] ?? 0
            let before = min(line.count, max(0, turn - running))
            count += before
            // Whose turn is the same is a matter of age.
            if turn >= running, before < line.count, line[before].isOlder(than: place) { count += 1 }
        }
        return count
    }
}
