// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Foundation
internal import Glibc
package import Logging
internal import ProcessSupervision
internal import Synchronization
internal import SystemSupport

/// A process of an app: one that was started, or one that was there.
///
/// One that was started goes on when the service is killed, and its successor takes it up. What one has started itself that was started in
/// the background ends with it; what one has started that a person has opened is theirs.
package final class AppProcess: Sendable {
    private struct State {
        var end: ProcessEnd?
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// What is looked after here, and by nobody else.
        var limits: AppLimits?
    }

    /// Milliseconds between two looks at what it uses.
    private static let meterPause: Int32 = 500
    /// Milliseconds between two looks at what the app of a person has left behind.
    private static let sweepPause: Int32 = 60_000

    package let bundleID: String
    package let processID: Int32
    /// Ticks since the system was started: with its number that tells it from others.
    package let startedAt: UInt64
    /// Whether it is a child of this process.
    package let isChild: Bool
    private let handle: OwnedDescriptor
    /// What systemd knows it as, for as long as it runs; used on the thread that watches it.
    private let unit: Mutex<AppUnit?>
    private let outputs: AppOutputs
    private let logger: Logger
    private let state: Mutex<State>

    private init(
        bundleID: String, processID: Int32, startedAt: UInt64, isChild: Bool, handle: consuming OwnedDescriptor,
        unit: sending AppUnit? = nil, limits: AppLimits?, outputs: AppOutputs, logger: Logger
    ) {
        self.bundleID = bundleID
        self.processID = processID
        self.startedAt = startedAt
        self.isChild = isChild
        self.handle = handle
        self.unit = Mutex(unit)
        self.outputs = outputs
        self.logger = logger
        state = Mutex(State(limits: limits))
    }

    /// Starts an app as a child, without a terminal and in a process group of its own. What it prints is logged.
    ///
    /// - `environment`: all of it.
    static func start(
        _ launch: AppLaunch, environment: [String: String], outputs: AppOutputs, logger: Logger
    ) throws(SystemError) -> AppProcess {
        let (reader, writer) = try LastingPipe.make()
        let input = OwnedDescriptor(taking: writer)
        var launcher = ProcessLauncher(executable: launch.executable, environment: environment)
        launcher.directory = launch.directory
        launcher.standardOutput = input.rawValue
        launcher.standardError = input.rawValue
        launcher.ownProcessGroup = true
        launcher.ignoresBrokenPipes = true
        let processID = try DescendantProcesses.start(
            launcher, as: launch.limits == nil ? .openedApp : .backgroundApp)
        if launch.limits != nil { ProcessPriority.background.set(ofTreeFrom: processID) }
        let process: AppProcess
        do throws(SystemError) {
            let handle = try OwnedDescriptor(checking: ba_pidfd_open(processID), "watch", launch.executable)
            // A child is there until somebody has waited for it.
            let startedAt = ProcessStatus(of: processID)?.startedAt ?? 0
            process = AppProcess(
                bundleID: launch.bundleID, processID: processID, startedAt: startedAt, isChild: true, handle: handle,
                limits: launch.limits, outputs: outputs, logger: logger)
        } catch {
            _ = Glibc.kill(processID, SIGKILL)
            _ = reap(processID, launch.bundleID, logger)
            throw error
        }
        process.beginWatching(reader)
        return process
    }

    /// Has systemd start an app as a unit of its own. What it prints is logged. Blocks.
    ///
    /// - `address`: of the session bus.
    static func startUnit(
        _ launch: AppLaunch, address: String, outputs: AppOutputs, logger: Logger
    ) throws(SystemError) -> AppProcess {
        let (reader, writer) = try LastingPipe.make()
        let input = OwnedDescriptor(taking: writer)
        let unit = try AppUnit.start(launch, output: input.rawValue, address: address)
        let processID = unit.processID
        var handle = OwnedDescriptor(taking: -1)
        let number = ba_pidfd_open(processID)
        if number >= 0 { handle = OwnedDescriptor(taking: number) }
        let startedAt = ProcessStatus(of: processID)?.startedAt ?? 0
        // The number is another's, unless it was still the unit's when the handle was there.
        let isOwn = number >= 0 ? try unit.isRunning() : false
        if !isOwn {
            // It can be read at any time, as the handle of a process that has ended.
            handle = try OwnedDescriptor(checking: open("/dev/null", O_RDONLY | O_CLOEXEC), "open", "/dev/null")
        }
        let process = AppProcess(
            bundleID: launch.bundleID, processID: processID, startedAt: startedAt, isChild: false, handle: handle,
            unit: unit, limits: nil, outputs: outputs, logger: logger)
        process.beginWatching(reader)
        return process
    }

    /// Takes up a process that is there.
    ///
    /// - `startedAt`: nil for whichever has the number now.
    /// - `limits`: of one that was started in the background, and whose limits nobody else looks after.
    /// - Returns: nil when it is gone.
    static func adopt(
        _ processID: Int32, startedAt: UInt64?, of bundleID: String, limits: AppLimits?, outputs: AppOutputs,
        logger: Logger
    ) -> AppProcess? {
        let number = ba_pidfd_open(processID)
        guard number >= 0 else { return nil }
        let handle = OwnedDescriptor(taking: number)
        // What the number stood for before it was opened is told by when that was started.
        guard let status = ProcessStatus(of: processID), !status.isDead,
            startedAt == nil || startedAt == status.startedAt
        else { return nil }
        // The service may have executed another version of itself since it has started it.
        let process = AppProcess(
            bundleID: bundleID, processID: processID, startedAt: status.startedAt,
            isChild: DescendantProcesses.takeUp(processID), handle: handle,
            limits: AppUnit.name(ofProcess: processID) == nil ? limits : nil, outputs: outputs, logger: logger)
        Thread.detachNewThread { process.watch(nil) }
        outputs.follow(processID, of: bundleID)
        return process
    }

    // MARK: What is done with it

    /// Whether it is gone, also where nobody has been told of it yet.
    package var hasEnded: Bool { ba_pidfd_wait(handle.rawValue, 0) == 1 }

    /// Whether it is gone, or about to be: nobody hears anything there any more.
    package var isGoing: Bool { hasEnded || ProcessStatus.isExiting(processID) }

    /// Whether another process, which is there, was started after it.
    package func isOlder(than processID: Int32) -> Bool {
        ProcessStatus(of: processID).map { startedAt < $0.startedAt } ?? false
    }

    /// How far up it is looked for who has started a process.
    private static let largestDepth = 16

    /// Whether it has started another process, or what it has started has.
    package func hasStarted(_ processID: Int32) -> Bool {
        var id = processID
        for _ in 0..<Self.largestDepth {
            guard let parent = ProcessStatus(of: id)?.parent, parent > 1 else { return false }
            // While it is there, nobody else has its number.
            if parent == self.processID { return !hasEnded }
            id = parent
        }
        return false
    }

    package var isSuspended: Bool { ProcessStatus(of: processID)?.isSuspended ?? false }

    /// - `processID`: of what it has started; nil for itself.
    package func suspend(_ processID: Int32? = nil) { send(SIGSTOP, to: processID) }

    package func resume(_ processID: Int32? = nil) { send(SIGCONT, to: processID) }

    /// Asks it to end. One that is suspended hears of it, too.
    package func terminate() {
        send(SIGTERM)
        send(SIGCONT)
    }

    /// Ends it.
    package func kill() { send(SIGKILL) }

    /// Returns when it is gone, with how it has ended.
    package func waitUntilEnded() async -> ProcessEnd {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if state.end == nil { state.waiters.append(continuation) }
                return state.end != nil
            }
            if hasEnded { continuation.resume() }
        }
        return state.withLock { $0.end ?? .unknown }
    }

    /// Nobody looks after its limits here any more.
    package func forgetLimits() {
        state.withLock { $0.limits = nil }
        if isChild { DescendantProcesses.lift(processID) }
    }

    /// A process that has ended takes no signal.
    private func send(_ signal: Int32) { _ = ba_pidfd_send_signal(handle.rawValue, signal) }

    private func send(_ signal: Int32, to processID: Int32?) {
        guard let processID, processID != self.processID else { return send(signal) }
        // The number is another's by now, unless it is still that of what this one has started.
        let number = ba_pidfd_open(processID)
        guard number >= 0 else { return }
        let handle = OwnedDescriptor(taking: number)
        if hasStarted(processID) { _ = ba_pidfd_send_signal(handle.rawValue, signal) }
    }

    // MARK: Watching

    private func beginWatching(_ reader: PipeReader) {
        let output = outputs.output(reader, of: bundleID)
        Thread.detachNewThread { [self] in watch(output()) }
    }

    /// - `output`: what it prints; nil for one that prints elsewhere.
    private func watch(_ output: ChildOutput?) {
        var excess: ProcessEnd?
        while true {
            let isMetered = state.withLock { $0.limits != nil }
            var watched = [
                pollfd(fd: handle.rawValue, events: Int16(POLLIN), revents: 0),
                pollfd(fd: output?.watched ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let pause = isMetered ? Self.meterPause : isChild ? Self.sweepPause : -1
            if poll(&watched, 2, pause) == 0, !isMetered { DescendantProcesses.reapOrphans() }
            if watched[1].revents != 0 { output?.take() }
            if watched[0].revents != 0 { break }
            // Not by those of before: a person may have it in front by now.
            if excess == nil, let limits = state.withLock({ $0.limits }), let found = self.excess(over: limits),
                state.withLock({ $0.limits != nil })
            {
                excess = found
                kill()
            }
        }
        // It is not reaped yet, so the number is still its own. What is a person's has no limits.
        if state.withLock({ $0.limits != nil }) {
            if isChild { _ = Glibc.kill(-processID, SIGKILL) } else { Self.endRemains(of: processID, bundleID, logger) }
        }
        output?.takeRest()
        let observed = end()
        let end = excess ?? observed
        let waiters = state.withLock { state in
            state.end = end
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
        // What it has left running prints on.
        output?.takeAll()
    }

    /// What it has more of than it may; nil for nothing.
    private func excess(over limits: AppLimits) -> ProcessEnd? {
        let orphans = isChild ? DescendantProcesses.orphans(of: processID) : []
        if let used = ProcessMemory.anonymous(ofTreeFrom: processID, orphans: orphans), used > limits.memory {
            return .memory(limits.memory)
        }
        if let count = ProcessTasks.count(ofTreeFrom: processID, orphans: orphans), count > limits.tasks {
            return .tasks(limits.tasks)
        }
        return nil
    }

    private func end() -> ProcessEnd {
        if isChild { return ProcessEnd(status: Self.reap(processID, bundleID, logger)) }
        return unit.withLock { unit in
            defer { unit = nil }
            do throws(SystemError) { return try unit?.end() ?? .unknown } catch {
                logger.warning("how \(bundleID) (process \(processID)) has ended is not known: \(error)")
                return .unknown
            }
        }
    }

    /// Ends what is left of a process that an earlier service has started in the background.
    package static func endRemains(of processID: Int32, _ bundleID: String, _ logger: Logger) {
        do throws(SystemError) { try DescendantProcesses.endRemains(ofGroup: processID) } catch {
            logger.error("what \(bundleID) may have left running cannot be ended: \(error)")
        }
    }

    private static func reap(_ processID: pid_t, _ bundleID: String, _ logger: Logger) -> Int32 {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        do throws(SystemError) { try DescendantProcesses.ended(processID) } catch {
            logger.error("what \(bundleID) may have left running cannot be ended: \(error)")
        }
        return status
    }
}
