// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Ordering

/// Says what may run next, and why the rest waits. It is told of each change, so that a decision does not depend on how many
/// wait.
///
/// Essential before foreground before background; inside a class apps take turns, and within an app the higher priority,
/// then the older download comes first. A running download is stopped for one of a more urgent class only. Nothing runs in the
/// background beside what is essential, which is waited for and has the line to itself, nor for an app of which something
/// essential is paused: whoever pauses an installation wants nothing of it to come.
package struct DownloadScheduler: Sendable {
    private enum State {
        case paused
        /// Waits for the end of its back-off.
        case late
        case inLine
        case running
        /// Was told to stop, and takes no place any more.
        case stopping
    }

    private struct Entry {
        var candidate: DownloadCandidate
        var state: State
        /// When it came to this state (seconds since 1970).
        var since: Double
        var place: DownloadPlace { DownloadPlace(candidate) }
    }

    package struct Decision: Equatable, Sendable {
        /// To be started, most urgent first; they count as running from now on.
        package var start: [String] = []
        /// Running ones that are paused, or must make room for more urgent ones.
        package var stop: [String] = []
        /// When the next back-off ends (seconds since 1970).
        package var nextChange: Double?
    }

    /// Transfers at a time.
    package var limit: Int
    private var entries: [String: Entry] = [:]
    private var turns = [DownloadTurns](repeating: DownloadTurns(), count: DownloadClass.allCases.count)
    /// Those in back-off, by the time of its end.
    private var backOffs = OrderedLine<BackOff>()
    private var gate = BackgroundGate()

    package init(limit: Int = 4) { self.limit = limit }

    /// Downloads that have not ended.
    package var count: Int { entries.count }

    /// Those that run.
    package var runningCount: Int { turns.reduce(0) { $0 + $1.running.count } }

    /// Adds a download, or takes note of what has changed about it.
    ///
    /// - `isTransferring`: whether it has a transfer. One whose transfer has ended, and which has not, stands in line again.
    /// - `now`: when that was (seconds since 1970), as in all that follows.
    package mutating func update(_ candidate: DownloadCandidate, isTransferring: Bool, now: Double) {
        defer { gate.noteEssential(count: essentialCount, now: now) }
        guard let before = entries[candidate.id] else {
            // It may have waited for as long as there is a record of it: the queue is made anew when the service starts.
            let since = min(candidate.createdAt, now)
            entries[candidate.id] = Entry(candidate: candidate, state: .paused, since: since)
            gate.addPaused(candidate)
            return queue(candidate.id, now: since)
        }
        let holdsPlace = before.state == .running || before.state == .stopping
        if before.candidate == candidate, isTransferring || !holdsPlace { return }
        leave(before)
        gate.addPaused(candidate)
        gate.removePaused(before.candidate, now: now)
        entries[candidate.id]?.candidate = candidate
        guard holdsPlace, isTransferring else {
            queue(candidate.id, now: now)
            // Another priority, or another time of the next try, does not make it wait anew.
            if entries[candidate.id]?.state == before.state { entries[candidate.id]?.since = before.since }
            return
        }
        if before.state == .running {
            turns[candidate.downloadClass.rawValue].begin(DownloadPlace(candidate), of: candidate.bundleID)
        }
    }

    package mutating func remove(_ id: String, now: Double) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        leave(entry)
        gate.removePaused(entry.candidate, now: now)
        gate.noteEssential(count: essentialCount, now: now)
    }

    /// Goes by what keeps downloads in the background from running now.
    package mutating func hold(_ holds: BackgroundHolds, now: Double) { gate.hold(holds, now: now) }

    /// Tries at once what has failed because of an obstacle that is gone.
    package mutating func retry(after obstacle: DownloadObstacle, now: Double) {
        for entry in entries.values where entry.state == .late && entry.candidate.obstacle == obstacle {
            leave(entry)
            enterLine(entry.candidate.id, now: now)
        }
        gate.noteEssential(count: essentialCount, now: now)
    }

    /// Whether anything waits to be tried again after it met this obstacle.
    package func isHeldUp(by obstacle: DownloadObstacle) -> Bool {
        entries.values.contains { $0.state == .late && $0.candidate.obstacle == obstacle }
    }

    /// What is to be done now.
    package mutating func decide(now: Double) -> Decision {
        while let due = backOffs.first, due.until <= now {
            backOffs.removeFirst()
            enterLine(due.id, now: now)
        }
        gate.noteEssential(count: essentialCount, now: now)
        var decision = Decision()
        var free = max(1, limit)
        for index in turns.indices {
            for place in turns[index].running.sorted() {
                guard let entry = entries[place.id] else { continue }
                if entry.candidate.isPaused || free == 0 || gate.holds.hold(on: entry.candidate) != nil
                    || isGated(entry.candidate)
                {
                    leave(entry)
                    self.place(place.id, in: .stopping, at: now)
                    decision.stop.append(place.id)
                } else {
                    free -= 1
                }
            }
            if index == DownloadClass.background.rawValue, gate.holds.all != nil || essentialCount > 0 { continue }
            for place in turns[index].next(free, without: held(in: index)) {
                guard let entry = entries[place.id] else { continue }
                leave(entry)
                self.place(place.id, in: .running, at: now)
                turns[index].begin(place, of: entry.candidate.bundleID)
                decision.start.append(place.id)
                free -= 1
            }
        }
        decision.nextChange = backOffs.first?.until
        return decision
    }

    /// Since when something essential of an app is paused; nil when nothing is.
    package func installationPause(of bundleID: String) -> Double? { gate.installationPause(of: bundleID) }

    /// Why a download does not run; nil for one that does, or is not known.
    package func waitReason(of id: String) -> WaitReason? {
        guard let entry = entries[id], entry.state != .running else { return nil }
        let candidate = entry.candidate
        if candidate.isPaused { return .paused }
        if let hold = gate.holds.hold(on: candidate) { return .held(hold) }
        // Its next try would not come.
        if candidate.downloadClass == .background, gate.isInstallationPaused(of: candidate.bundleID) {
            return .installationPaused
        }
        if entry.state == .late, let until = candidate.notBefore {
            return .backOff(until: until, error: candidate.lastError)
        }
        if isGated(candidate) { return .behindInstallation(count: essentialCount) }
        let index = candidate.downloadClass.rawValue
        var count = turns[...index].reduce(0) { $0 + $1.running.count }
        count += turns[..<index].reduce(0) { $0 + $1.waitingCount }
        if entry.state == .inLine {
            count += turns[index].rank(of: entry.place, of: candidate.bundleID, without: held(in: index))
        }
        return .behind(count: count, limit: limit)
    }

    /// What a download waits for, since when, and for whose downloads; nil for one that runs, or is not known.
    package func wait(of id: String) -> DownloadWait? {
        guard let entry = entries[id], let reason = waitReason(of: id) else { return nil }
        return DownloadWait(
            reason, since: gate.since(reason, of: entry.candidate, placedAt: entry.since),
            apps: apps(ahead: reason, of: entry.candidate.downloadClass))
    }

    /// Downloads whose room on the disk another may have, the least urgent first: none of them runs.
    ///
    /// They are those in the background, and beside one of its own class those that have found no room themselves, and are younger: who takes the
    /// room of another never has to give it back to that.
    ///
    /// - `id`: nil for what is more urgent than any.
    package func yielding(to id: String?) -> [String] {
        let claimant = id.flatMap { entries[$0]?.candidate }
        if id != nil, claimant == nil { return [] }
        let yielding = entries.values.filter { entry in
            let candidate = entry.candidate
            guard candidate.id != id else { return false }
            switch entry.state {
            case .running, .stopping: return false
            case .paused, .late, .inLine: break
            }
            guard let claimant, claimant.downloadClass == candidate.downloadClass else {
                return candidate.downloadClass == .background
            }
            return candidate.obstacle == .room
                && (claimant.createdAt, claimant.id) < (candidate.createdAt, candidate.id)
        }
        return yielding.map(\.candidate).sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }.map(\.id)
    }

    private func apps(ahead reason: WaitReason, of downloadClass: DownloadClass) -> [String] {
        switch reason {
        case .behindInstallation: turns[DownloadClass.essential.rawValue].apps.sorted()
        case .behind:
            turns[...downloadClass.rawValue].reduce(into: Set()) { $0.formUnion($1.runningApps) }.sorted()
        case .paused, .backOff, .held, .installationPaused: []
        }
    }

    /// Apps of which nothing runs in a class.
    private func held(in index: Int) -> Set<String> {
        index == DownloadClass.background.rawValue ? gate.heldApps : []
    }

    /// Essential ones that run, or wait for a place.
    private var essentialCount: Int {
        let turns = turns[DownloadClass.essential.rawValue]
        return turns.running.count + turns.waitingCount
    }

    /// Whether one waits for what an installation needs.
    private func isGated(_ candidate: DownloadCandidate) -> Bool {
        candidate.downloadClass == .background
            && (essentialCount > 0 || gate.isInstallationPaused(of: candidate.bundleID))
    }

    // MARK: Places

    /// Gives one that neither runs nor waits anywhere its place.
    private mutating func queue(_ id: String, now: Double) {
        guard let candidate = entries[id]?.candidate else { return }
        if candidate.isPaused {
            place(id, in: .paused, at: now)
        } else if let notBefore = candidate.notBefore {
            place(id, in: .late, at: now)
            backOffs.insert(BackOff(until: notBefore, id: id))
        } else {
            enterLine(id, now: now)
        }
    }

    private mutating func place(_ id: String, in state: State, at now: Double) {
        entries[id]?.state = state
        entries[id]?.since = now
    }

    private mutating func enterLine(_ id: String, now: Double) {
        guard let entry = entries[id] else { return }
        place(id, in: .inLine, at: now)
        turns[entry.candidate.downloadClass.rawValue].insert(entry.place, of: entry.candidate.bundleID)
    }

    /// Takes one from where it is.
    private mutating func leave(_ entry: Entry) {
        let candidate = entry.candidate
        switch entry.state {
        case .paused, .stopping: break
        case .late: if let until = candidate.notBefore { backOffs.remove(BackOff(until: until, id: candidate.id)) }
        case .inLine: turns[candidate.downloadClass.rawValue].remove(entry.place, of: candidate.bundleID)
        case .running: turns[candidate.downloadClass.rawValue].end(entry.place, of: candidate.bundleID)
        }
    }
}
