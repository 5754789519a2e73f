// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppHost
internal import ProcessSupervision
internal import TaskScheduler

// How processes of apps are ended.
extension AppProcesses {
    /// An app is gone: what was started of it in the background ends. What a person has opened is theirs.
    func forget(_ bundleID: String) {
        purposes[bundleID] = nil
        guard let found = known[bundleID], found.isStarted, !found.isEnding else { return }
        dismiss(found.process, of: bundleID)
    }

    /// Ends a process that has nothing to do any more, which has a while to do so by itself.
    func dismiss(_ process: AppProcess, of bundleID: String) {
        known[bundleID]?.dismiss()
        end(process, within: Self.grace, sparesDebugged: true)
    }

    /// Asks a process to end, and ends it when it has not done so.
    ///
    /// - `sparesDebugged`: whether one that somebody debugs ends by itself, when it goes on.
    func end(_ process: AppProcess, within grace: Double, sparesDebugged: Bool = false) {
        let (clock, deadline) = (clock, clock.now + grace)
        process.terminate()
        Task {
            do throws(CancellationError) { try await clock.sleep(until: deadline) } catch { return }
            let tracer = sparesDebugged ? ProcessTracing.tracer(of: process.processID) : nil
            if tracer.map(process.hasStarted) ?? true { process.kill() }
        }
    }

    /// What has become of a process that was to be ended.
    enum Ending: Sendable {
        case ended
        /// A person has it in front: it goes on.
        case inFront
        /// Somebody debugs it: it goes on, and nothing is held against it.
        case debugged
        /// There is none.
        case absent
    }

    /// Ends a process of an app that does not end its tasks.
    ///
    /// - `processID`: nil for the one that is known.
    func end(_ bundleID: String, processID: Int32? = nil) -> Ending {
        // One in whose place another one is has its tasks still.
        if let processID, processID != known[bundleID]?.process.processID {
            guard let other = replaced(processID) else { return .absent }
            return end(other)
        }
        // Of one that was let go of nobody is told that it has ended.
        guard let found = known[bundleID] else { return .absent }
        // It has not taken up what came after that: it stands where it stood.
        guard found.standing != .dismissed else { return isDebugged(found) ? .debugged : .absent }
        let ending = end(found)
        if ending == .ended { known[bundleID]?.end() }
        return ending
    }

    private func end(_ found: KnownProcess) -> Ending {
        guard found.isStarted || !foreground.contains(found.process.processID) else { return .inFront }
        if isDebugged(found) { return .debugged }
        found.process.kill()
        return .ended
    }

    /// Whether somebody else looks at it in a debugger: what it has started itself is none.
    private func isDebugged(_ found: KnownProcess) -> Bool {
        found.processIDs.contains { id in
            ProcessTracing.tracer(of: id).map { !found.process.hasStarted($0) } ?? false
        }
    }

    /// A person quits an app: what it does in the background ends with it, and that is no fault of its.
    func noteQuitting(of bundleID: String) { known[bundleID]?.note(.quitting) }
}
