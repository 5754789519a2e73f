// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The state of standard input, output and error, and of the signal that a closed pipe sends.
package enum StandardStreams {
    private static let ignoresBrokenPipes = Atomic<Bool>(false)

    /// Makes the three streams safe to use. Every tool calls it first.
    ///
    /// A stream that is closed gets a descriptor that refuses to be used: else the first file that is opened would take
    /// its number, and results would be written into that. A pipe that nobody reads any more is an error of the write,
    /// so that the tool can remove what it has half done.
    package static func prepare() {
        for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) < 0 && errno == EBADF {
            // Descriptors are given out from the lowest on, so it gets this number. It is opened for what the stream is
            // not used for: reading it, or writing to it, stays the error that it was.
            _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
        var current = sigaction()
        guard sigaction(SIGPIPE, nil, &current) == 0, !SignalDisposition.isIgnored(current) else { return }
        signal(SIGPIPE, SIG_IGN)
        ignoresBrokenPipes.store(true, ordering: .relaxed)
    }

    /// Undoes what another program in this process would inherit. To be called before exec.
    package static func restoreSignals() {
        if ignoresBrokenPipes.exchange(false, ordering: .relaxed) { signal(SIGPIPE, SIG_DFL) }
    }
}
