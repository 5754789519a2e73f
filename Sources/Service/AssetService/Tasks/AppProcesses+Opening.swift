// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppHost
internal import Logging
internal import ProcessSupervision
internal import ServiceInterface
internal import SystemSupport
internal import TaskScheduler

// A person opens an app, or has it in front.
extension AppProcesses {
    /// Has a person see an app: starts it, unless a process of it is there.
    ///
    /// - `processID`: of one that is connected; nil for none that is known.
    /// - `token`: lets it come to the front of the desktop.
    func open(_ bundleID: String, processID: Int32?, token: String?) async {
        if await bringToFront(bundleID, processID: processID) { return }
        // Who does not follow its notifications may be there all the same.
        let behind = isToMakeWay(bundleID) ? known[bundleID]?.process.processID : nil
        let connected = activity.processes(of: bundleID).filter { !ProcessStatus.isExiting($0) }
        guard connected.allSatisfy({ owner(of: $0, in: bundleID) == behind }),
            opened.insert(bundleID).inserted
        else {
            return
        }
        defer { opened.remove(bundleID) }
        do throws(ServiceError) {
            let launch = try await launches.inFront(bundleID, token)
            await makeWay(for: bundleID)
            let process = try await start(launch)
            logger.info("opened \(bundleID) (process \(process.processID))")
            watch(process, of: bundleID, isStarted: false)
        } catch { logger.error("\(bundleID) is not opened: \(error)") }
    }

    /// Has the process of an app that is there go on, and be in front. One that was started in the background makes way for another one.
    ///
    /// - `processID`: of one that is connected; nil for none that is known.
    /// - Returns: false where there is none.
    private func bringToFront(_ bundleID: String, processID: Int32?) async -> Bool {
        if let processID { adopt(processID, of: bundleID, isStarted: false) }
        guard let found = known[bundleID], !isToMakeWay(bundleID), !found.isEnding, !found.process.isGoing else {
            return false
        }
        noteLifting(of: bundleID)
        if found.isStarted { await launcher.lift(found.process) }
        let own = Set(found.processIDs + [processID ?? found.process.processID])
        foreground.set(own.sorted(), inFront: true)
        for id in own where foreground.isSuspended(id) { found.process.resume(id) }
        return true
    }

    /// A person opens an app that is suspended: it goes on, and is in front. One that was started in the background makes way instead.
    ///
    /// - `folder`: of the version that is opened. A process of another one does not go on for it.
    /// - Returns: its process; nil where none is suspended.
    func resume(_ bundleID: String, in folder: String) async -> Int32? {
        let suspended = activity.processes(of: bundleID).filter(foreground.isSuspended)
        guard !suspended.isEmpty, !isToMakeWay(bundleID) else { return nil }
        let own = await BlockingWork.run { LaunchedProcesses.own(suspended, in: [folder]) }
        guard let id = own.max(by: { isOlder($0, than: $1) }), await bringToFront(bundleID, processID: id) else {
            return nil
        }
        logger.info("opened \(bundleID), which was suspended (process \(id))")
        return foreground.isSuspended(id) ? nil : id
    }

    private func isOlder(_ first: Int32, than second: Int32) -> Bool {
        ProcessStatus(of: first)?.startedAt ?? 0 < ProcessStatus(of: second)?.startedAt ?? 0
    }

    /// An app that was started, or resumed, in the background is in front by now: it is a person's, and neither ended nor suspended when its
    /// tasks are done.
    ///
    /// - `processIDs`: those that say so. One that was suspended in that moment goes on.
    func lift(_ bundleID: String, _ processIDs: [Int32]) async {
        guard let found = known[bundleID] else { return }
        for id in processIDs where foreground.isSuspended(id) { found.process.resume(id) }
        guard found.isBehind, !found.isEnding, found.processIDs.contains(where: foreground.contains) else { return }
        noteLifting(of: bundleID)
        foreground.set(found.processIDs, inFront: true)
        if found.isStarted { await launcher.lift(found.process) }
    }

    /// What is known of an app is a person's from now on: it is neither ended nor suspended when its tasks are done.
    func noteLifting(of bundleID: String) {
        known[bundleID]?.lift()
        recordBehind(of: bundleID)
    }

    /// A person opens an app: a process that was started in the background ends first, so that there is one of it, and one that can be seen.
    ///
    /// - `hasCome`: whether the one that is opened has said Hello.
    func makeWay(for bundleID: String, hasCome: Bool = false) async {
        openings[bundleID] = Opening(end: .infinity, hasCome: hasCome)
        defer {
            openings[bundleID]?.end = clock.now + Self.openingTime
            arrivals.signal()
        }
        guard let found = known[bundleID], isToMakeWay(bundleID) else { return }
        known[bundleID]?.end(by: .opening)
        logger.info("\(bundleID) is opened: its process in the background ends (process \(found.process.processID))")
        end(found.process, within: Self.haste)
        _ = await found.process.waitUntilEnded()
    }

    /// Whether what is known of an app was started in the background, and is nobody's.
    private func isToMakeWay(_ bundleID: String) -> Bool {
        known[bundleID].map { $0.isStarted && !foreground.contains($0.process.processID) } ?? false
    }

    /// A process that a person has opened is there. One that was started in the background before it makes way, however the person has opened it.
    func noteArrival(of bundleID: String, processID: Int32) {
        launcher.outputs.follow(processID, of: bundleID)
        openings[bundleID]?.hasCome = true
        guard let found = known[bundleID], isToMakeWay(bundleID), !found.isEnding,
            found.process.isOlder(than: processID)
        else { return }
        Task { await makeWay(for: bundleID, hasCome: true) }
    }

    /// Whether a process may come yet that begins with the tasks of its app.
    func isBeingOpened(_ bundleID: String) -> Bool {
        guard let opening = openings[bundleID], known[bundleID]?.isEnding ?? true else { return false }
        if clock.now < opening.end, !opening.hasCome || activity.isRunning(bundleID) { return true }
        openings[bundleID] = nil
        return false
    }

    /// Returns when an app that is just being opened has begun with its tasks, or does not.
    func waitUntilOpened(_ bundleID: String) async {
        while true {
            let changes = ChangeSignal.changes(of: [arrivals, activity.changes])
            guard !Task.isCancelled, isBeingOpened(bundleID), let end = openings[bundleID]?.end else { return }
            await clock.sleep(until: end, orFirstOf: changes)
        }
    }
}
