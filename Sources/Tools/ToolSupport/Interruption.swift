// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Ctrl-C and requests to terminate, taken cooperatively: the first one only raises a flag, work that sees it throws
/// and so removes what it has half done; the second one ends the process at once.
package enum Interruption {
    /// The signal that came first; 0 for none. A static of plain words: a signal handler may touch nothing else.
    private static let signalNumber = Atomic<Int32>(0)

    /// Takes SIGINT, SIGTERM and SIGHUP from now on. Tools that must not leave half a file behind call it at start.
    package static func install() {
        _ = signalNumber.load(ordering: .relaxed)
        SignalDisposition.setHandler { number in
            Interruption.signalNumber.store(number, ordering: .relaxed)
        }
    }

    /// Whether an interruption was asked for.
    package static var isRequested: Bool { signalNumber.load(ordering: .relaxed) != 0 }

    /// Throws when an interruption was asked for. Long loops call it once a chunk.
    package static func check() throws(ToolError) {
        if isRequested { throw ToolError(.interrupted, "interrupted") }
    }

    /// Ends the process by the signal that came, so that the shell sees why; returns when there was none.
    package static func endProcessIfRequested() {
        let number = signalNumber.load(ordering: .relaxed)
        guard number != 0 else { return }
        signal(number, SIG_DFL)
        // Threads of Swift's pool block all signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }
}
