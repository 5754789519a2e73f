// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Foundation
internal import Glibc
package import Logging
internal import ProcessSupervision
internal import Synchronization
package import SystemSupport

/// A process of an app: one that was started in the background, or one that was there.
///
/// One that was started goes on when the service is killed, and its successor takes it up; what it has started itself ends with it.
package final class AppProcess: Sendable {
    private struct State {
        var end: ProcessEnd?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    package let bundleID: String
    package let processID: Int32
    /// Ticks since the system was started: with its number that tells it from others.
    package let startedAt: UInt64
    /// Whether it was started by this service.
    package let isChild: Bool
    private let handle: OwnedDescriptor
    private let logger: Logger
    private let state = Mutex(State())

    private init(
        bundleID: String, processID: Int32, startedAt: UInt64, isChild: Bool, handle: consuming OwnedDescriptor,
        logger: Logger
    ) {
        self.bundleID = bundleID
        self.processID = processID
        self.startedAt = startedAt
        self.isChild = isChild
        self.handle = handle
        self.logger = logger
    }

    /// Starts an app, without a terminal and in a process group of its own. What it prints is logged.
    package static func start(_ launch: AppLaunch, logger: Logger) throws(SystemError) -> AppProcess {
        let (reader, writer) = try ChildOutput.pipe()
        let output = OwnedDescriptor(taking: reader)
        let input = OwnedDescriptor(taking: writer)
        var launcher = ProcessLauncher(executable: launch.executable, environment: launch.environment)
        launcher.directory = launch.directory
        launcher.standardOutput = input.rawValue
        launcher.standardError = input.rawValue
        launcher.ownProcessGroup = true
        launcher.ignoresBrokenPipes = true
        let processID = try DescendantProcesses.start(launcher, isMarked: false)
        let process: AppProcess
        do throws(SystemError) {
            let handle = try OwnedDescriptor(checking: ba_pidfd_open(processID), "watch", launch.executable)
            // A child is there until somebody has waited for it.
            let startedAt = ProcessStatus(of: processID)?.startedAt ?? 0
            process = AppProcess(
                bundleID: launch.bundleID, processID: processID, startedAt: startedAt, isChild: true, handle: handle,
                logger: logger)
        } catch {
            _ = Glibc.kill(processID, SIGKILL)
            _ = reap(processID, launch.bundleID, logger)
            throw error
        }
        let released = output.release()
        Thread.detachNewThread {
            process.watch(ChildOutput(OwnedDescriptor(taking: released), of: launch.bundleID, logger: logger))
        }
        return process
    }

    /// Takes up a process that is there.
    ///
    /// - `startedAt`: nil for whichever has the number now.
    /// - Returns: nil when it is gone.
    package static func adopt(
        _ processID: Int32, startedAt: UInt64?, of bundleID: String, logger: Logger
    ) -> AppProcess? {
        let number = ba_pidfd_open(processID)
        guard number >= 0 else { return nil }
        let handle = OwnedDescriptor(taking: number)
        // What the number stood for before it was opened is told by when that was started.
        guard let status = ProcessStatus(of: processID), !status.isDead,
            startedAt == nil || startedAt == status.startedAt
        else { return nil }
        let process = AppProcess(
            bundleID: bundleID, processID: processID, startedAt: status.startedAt, isChild: false, handle: handle,
            logger: logger)
        Thread.detachNewThread { process.watch(nil) }
        return process
    }

    // MARK: What is done with it

    /// Whether it is gone, also where nobody has been told of it yet.
    package var hasEnded: Bool { ba_pidfd_wait(handle.rawValue, 0) == 1 }

    package var isSuspended: Bool { ProcessStatus(of: processID)?.isSuspended ?? false }

    package func suspend() { send(SIGSTOP) }

    package func resume() { send(SIGCONT) }

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

    /// A process that has ended takes no signal.
    private func send(_ signal: Int32) { _ = ba_pidfd_send_signal(handle.rawValue, signal) }

    // MARK: Watching

    /// - `output`: what it prints; nil for one that prints elsewhere.
    private func watch(_ output: ChildOutput?) {
        while true {
            var watched = [
                pollfd(fd: handle.rawValue, events: Int16(POLLIN), revents: 0),
                pollfd(fd: output?.watched ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&watched, 2, -1)
            if watched[1].revents != 0 { output?.take() }
            if watched[0].revents != 0 { break }
        }
        // It is not reaped yet, so the number is still its own.
        if isChild { _ = Glibc.kill(-processID, SIGKILL) }
        output?.finish()
        let end = isChild ? ProcessEnd(status: Self.reap(processID, bundleID, logger)) : .unknown
        let waiters = state.withLock { state in
            state.end = end
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
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
