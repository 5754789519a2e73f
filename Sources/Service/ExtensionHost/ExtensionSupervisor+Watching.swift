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
    /// What a shell says that tells of a signal by a status, as `bwrap` does.
    private static let signalBase: Int32 = 128

    /// Stays with a process until it is gone, with all that it has started.
    func watch(_ child: ExtensionChild) {
        while true {
            var watched = [
                pollfd(fd: child.process.rawValue, events: Int16(POLLIN), revents: 0),
                pollfd(fd: child.output.watched, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&watched, 2, launch.meterInterval)
            if watched[1].revents != 0 { child.output.take() }
            if watched[0].revents != 0 { break }
            meter(child)
        }
        // Whatever it started in its process group goes with it (it is not reaped yet, so the number is still its own).
        _ = Glibc.kill(-child.pid, SIGKILL)
        child.output.finish()
        conclude(child)
    }

    /// Sees to it that nothing of a process that has ended is left, and tells those who wait.
    private func conclude(_ child: ExtensionChild) {
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
        let exit = Self.exit(status, of: child)
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

    private static func exit(_ status: Int32, of child: ExtensionChild) -> Exit {
        let signal = status & 0x7f
        if signal != 0 { return .signal(signal) }
        let code = (status >> 8) & 0xff
        guard child.isBubblewrap else { return .status(code) }
        guard BubblewrapStatus(child.told).hasRun else { return .neverRan(reason: child.output.lastLine) }
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

    /// - Returns: whether more may come.
    func readStatus(of child: ExtensionChild) -> Bool {
        guard let bytes = ChildOutput.read(child.status) else { return false }
        child.told += bytes
        return true
    }
}
