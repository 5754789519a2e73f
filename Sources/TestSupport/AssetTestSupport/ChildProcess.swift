// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// A process that is waited for, and may be killed until it has ended: its number may be another's then.
final class ChildProcess: Sendable {
    private let process: pid_t
    private let hasEnded = Mutex(false)

    init(_ process: pid_t) { self.process = process }

    func waitForEnd() -> Int32 {
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        var status: Int32 = 0
        hasEnded.withLock { hasEnded in
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            hasEnded = true
        }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : -signal
    }

    func kill() {
        hasEnded.withLock { hasEnded in
            if !hasEnded { _ = Glibc.kill(process, SIGKILL) }
        }
    }
}
