// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler
internal import ServiceInterface
internal import Synchronization

/// The one queue in which everything that is downloaded stands, whatever it is. It says what may run, to whom it belongs.
actor TransferQueue {
    /// Changes that are looked at in one go: whatever happens to all of a great many downloads, nobody who asks the queue
    /// something, and no decision, waits for all of them.
    private static let slice = 64

    private let settings: SettingsService
    private let clock: any WallClock
    /// What was noted and not looked at yet: in the order in which it happened, which calls of an actor do not keep.
    private nonisolated let notices = Mutex(TransferNotices())
    private var scheduler = DownloadScheduler()
    private var sources: [String: any TransferSource] = [:]
    private var timer: Task<Void, Never>?
    private var isScheduling = false
    /// Something has changed since the decision that is being carried out.
    private var isOutdated = false
    private var isStopping = false
    private var times = DecisionTimes()

    init(settings: SettingsService, clock: any WallClock) {
        self.settings = settings
        self.clock = clock
    }

    /// Takes note of what has changed. `schedule` acts on it.
    nonisolated func note(_ changes: [TransferChange], of source: any TransferSource) {
        let now = clock.now
        notices.withLock { $0.add(changes, of: source, at: now) }
    }

    /// Starts and stops what is to be after all that was noted.
    func schedule() async {
        // One decision after the other is carried out: a start never overtakes a stop.
        isOutdated = true
        guard !isScheduling else { return }
        isScheduling = true
        while isOutdated, !isStopping {
            isOutdated = false
            let wasEmpty = sources.isEmpty
            scheduler.limit = Int(await settings.integer(.concurrentTransfers))
            await catchUp()
            let begin = ContinuousClock.now
            takeNotices()
            let decision = scheduler.decide(now: clock.now)
            times.add(.now - begin)
            // Who looks after the conditions had nothing to look for.
            if wasEmpty, !sources.isEmpty { settings.changes.signal() }
            wake(at: decision.nextChange)
            for id in decision.stop { await sources[id]?.stop(id) }
            for id in decision.start where !isStopping { await sources[id]?.start(id) }
        }
        isScheduling = false
    }

    /// Goes by the settings as they are changed, until the task is cancelled.
    func followSettings() async {
        for await _ in settings.changes.changes(beginningWithOne: false) { await schedule() }
    }

    /// Has the queue go by what keeps downloads in the background from running.
    func hold(_ holds: BackgroundHolds) async {
        await catchUp()
        scheduler.hold(holds, now: clock.now)
        await schedule()
    }

    /// There is a network, or room on the disk, again: tries at once what has failed for want of it.
    func retry(after obstacle: DownloadObstacle) async {
        await catchUp()
        scheduler.retry(after: obstacle, now: clock.now)
        await schedule()
    }

    /// Whether anything waits to be tried again after it met this obstacle.
    func isHeldUp(by obstacle: DownloadObstacle) async -> Bool {
        await catchUp()
        return scheduler.isHeldUp(by: obstacle)
    }

    /// Since when something essential of an app is paused; nil when nothing is.
    func installationPause(of bundleID: String) async -> Double? {
        await catchUp()
        return scheduler.installationPause(of: bundleID)
    }

    /// Whether nothing stands in it.
    var isEmpty: Bool { sources.isEmpty }

    /// How large it is, and how long it takes to find out what runs next.
    var figures: QueueFigures {
        get async {
            await catchUp()
            return QueueFigures(
                downloads: scheduler.count, transfers: scheduler.runningCount, medianDecision: times.median,
                longestDecision: times.longest)
        }
    }

    /// Starts nothing any more.
    func stop() {
        isStopping = true
        timer?.cancel()
    }

    /// Why these downloads wait; those that run are missing.
    func waitReasons(of ids: [String]) async -> [String: WaitReason] {
        await catchUp()
        return ids.reduce(into: [:]) { reasons, id in reasons[id] = scheduler.waitReason(of: id) }
    }

    /// What these downloads wait for, since when, and for whose; those that run are missing.
    func waits(of ids: [String]) async -> [String: DownloadWait] {
        await catchUp()
        return ids.reduce(into: [:]) { waits, id in waits[id] = scheduler.wait(of: id) }
    }

    /// Downloads whose room on the disk this one may have, the least urgent first.
    ///
    /// - `id`: nil for what is more urgent than any.
    func yielding(to id: String?) async -> [String] {
        await catchUp()
        return scheduler.yielding(to: id)
    }

    /// Has what has come of a download removed.
    ///
    /// - Returns: whether that was done.
    func giveUpStaged(_ id: String) async -> Bool { await sources[id]?.giveUpStaged(id) ?? false }

    /// Looks at all that was noted.
    private func catchUp() async { while !takeNotices() { await Task.yield() } }

    /// Looks at what was noted first.
    ///
    /// - Returns: whether that was all.
    @discardableResult private func takeNotices() -> Bool {
        let (noted, isAll) = notices.withLock { $0.take(Self.slice) }
        for notice in noted {
            switch notice.change {
            case .updated(let candidate, let isTransferring):
                sources[candidate.id] = notice.source
                scheduler.update(candidate, isTransferring: isTransferring, now: notice.time)
            case .removed(let id):
                sources[id] = nil
                scheduler.remove(id, now: notice.time)
            }
        }
        return isAll
    }

    private func wake(at time: Double?) {
        timer?.cancel()
        timer = time.map { time in
            Task { [clock] in
                do { try await clock.sleep(until: time) } catch { return }
                await schedule()
            }
        }
    }
}
