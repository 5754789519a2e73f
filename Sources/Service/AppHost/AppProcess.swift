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
        /// Lines that it has printed.
        var lines = 0
    }

    /// Lines that are logged of one process.
    private static let lineLimit = 1000
    /// Reads of the pipe after the end of the process: more than a pipe holds.
    private static let lastReads = 64

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
        let output = try Pipe()
        var launcher = ProcessLauncher(executable: launch.executable, environment: launch.environment)
        launcher.directory = launch.directory
        launcher.standardOutput = output.writer.rawValue
        launcher.standardError = output.writer.rawValue
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
        let reader = output.reader.release()
        Thread.detachNewThread { process.watch(reader) }
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
        Thread.detachNewThread { process.watch(-1) }
        return process
    }

    // MARK: What is done with it

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

    /// - `output`: what it prints; -1 for nothing. Is closed here.
    private func watch(_ output: Int32) {
        var lines = LineSplitter()
        var isOpen = output >= 0
        func take() {
            guard let bytes = Self.read(output) else { return isOpen = false }
            for line in lines.append(bytes[...]) { log(line) }
        }
        while true {
            var watched = [
                pollfd(fd: handle.rawValue, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOpen ? output : -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&watched, 2, -1)
            if watched[1].revents != 0 { take() }
            if watched[0].revents != 0 { break }
        }
        if isChild {
            // It is not reaped yet, so the number is still its own.
            _ = Glibc.kill(-processID, SIGKILL)
            _ = fcntl(output, F_SETFL, O_NONBLOCK)
            for _ in 0..<Self.lastReads where isOpen { take() }
            for line in lines.finish() { log(line) }
            close(output)
        }
        let end = isChild ? ProcessEnd(status: Self.reap(processID, bundleID, logger)) : .unknown
        let waiters = state.withLock { state in
            if state.lines > Self.lineLimit {
                logger.warning("\(bundleID): \(state.lines - Self.lineLimit) more lines were left out")
            }
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

    /// - Returns: nil when nothing more comes.
    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            return count > 0 ? Array(buffer[..<count]) : nil
        }
    }

    /// A flood of lines must not turn the log over.
    private func log(_ line: String) {
        let count = state.withLock { state in
            state.lines += 1
            return state.lines
        }
        if count <= Self.lineLimit { logger.info("\(bundleID): \(line)") }
    }

    /// The two ends of a pipe, close-on-exec.
    private struct Pipe: ~Copyable {
        let reader: OwnedDescriptor
        let writer: OwnedDescriptor

        init() throws(SystemError) {
            var ends: [Int32] = [-1, -1]
            try retrying("make", "a pipe") { ba_pipe(&ends) }
            reader = OwnedDescriptor(taking: ends[0])
            writer = OwnedDescriptor(taking: ends[1])
        }
    }
}
