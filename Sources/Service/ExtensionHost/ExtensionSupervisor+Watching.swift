// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import Logging
internal import ProcessSupervision
internal import Synchronization
internal import SystemSupport

extension ExtensionSupervisor {
    /// Lines that are logged of one run.
    private static let lineLimit = 1000
    /// Reads of the pipe after the end of the process: more than a pipe holds.
    private static let lastReads = 64
    /// What a shell says that tells of a signal by a status, as `bwrap` does.
    private static let signalBase: Int32 = 128

    /// Stays with a process until it is gone, with all that it has started.
    func watch(_ child: ExtensionChild) {
        var lines = LineSplitter()
        var lastLine = ""
        var outputIsOpen = true
        func take() {
            guard let bytes = read(child.output) else { return outputIsOpen = false }
            for line in lines.append(bytes[...]) {
                log(line)
                lastLine = line
            }
        }
        while true {
            var watched = [
                pollfd(fd: child.process.rawValue, events: Int16(POLLIN), revents: 0),
                pollfd(fd: outputIsOpen ? child.output.rawValue : -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&watched, 2, launch.meterInterval)
            if watched[1].revents != 0 { take() }
            if watched[0].revents != 0 { break }
            meter(child)
        }
        // Whatever it started in its process group goes with it (it is not reaped yet, so the number is still its own).
        _ = Glibc.kill(-child.pid, SIGKILL)
        // What it printed last is still in the pipe; more than that may come from what it left behind.
        _ = fcntl(child.output.rawValue, F_SETFL, O_NONBLOCK)
        for _ in 0..<Self.lastReads where outputIsOpen { take() }
        for line in lines.finish() {
            log(line)
            lastLine = line
        }
        let dropped = state.withLock { $0.lines - Self.lineLimit }
        if dropped > 0 { logger.warning("\(launch.extensionID): \(dropped) more lines were left out") }
        conclude(child, lastLine: lastLine)
    }

    /// Sees to it that nothing of a process that has ended is left, and tells those who wait.
    private func conclude(_ child: ExtensionChild, lastLine: String) {
        if child.isBubblewrap {
            // It ends with `bwrap`, and all that it has started with it; what becomes of it is waited for here.
            _ = ba_pidfd_send_signal(child.handle, SIGKILL)
            _ = ba_pidfd_wait(child.handle, -1)
            _ = fcntl(child.status, F_SETFL, O_NONBLOCK)
            while readStatus(of: child) {}
        }
        state.withLock { $0.handle = -1 }
        let status = wait(for: child.pid)
        var hasRunOut = false
        if let group = child.group {
            do throws(SystemError) { hasRunOut = try group.hasRunOut() } catch {
                logger.warning(
                    "whether \(launch.extensionID) was stopped at its limit of memory is not known: \(error)")
            }
            remove(group)
        }
        let exit = Self.exit(status, of: child, lastLine: lastLine)
        let waiters = state.withLock { state in
            if hasRunOut, state.ending == nil || state.ending == .disconnected {
                state.ending = .memory(used: hardLimit)
            }
            state.exit = exit
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private static func exit(_ status: Int32, of child: ExtensionChild, lastLine: String) -> Exit {
        let signal = status & 0x7f
        if signal != 0 { return .signal(signal) }
        let code = (status >> 8) & 0xff
        guard child.isBubblewrap else { return .status(code) }
        guard BubblewrapStatus(child.told).hasRun else { return .neverRan(reason: lastLine) }
        return (1...64).contains(code - signalBase) ? .signal(code - signalBase) : .status(code)
    }

    /// Waits for a child to end, and ends what it has left behind.
    ///
    /// - Returns: its status, as `waitpid` has it.
    func wait(for pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        do throws(SystemError) { try DescendantProcesses.ended(pid) } catch {
            logger.error("what \(launch.extensionID) may have left running cannot be ended: \(error)")
        }
        return status
    }

    // MARK: What it prints

    /// - Returns: nil when nothing more comes.
    func read(_ output: borrowing OwnedDescriptor) -> [UInt8]? { Self.read(output.rawValue) }

    /// - Returns: whether more may come.
    func readStatus(of child: ExtensionChild) -> Bool {
        guard let bytes = Self.read(child.status) else { return false }
        child.told += bytes
        return true
    }

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
        if count <= Self.lineLimit { logger.info("\(launch.extensionID): \(line)") }
    }
}
