// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import Synchronization
internal import ToolSupport

/// Ctrl-C and requests to terminate as a stream that a command can wait for.
///
/// The handler writes into a pipe, which a handler may do; exec gives a launched app the default handling back, since
/// nothing is ignored or blocked here. The second signal ends the process at once.
enum InterruptionSignals {
    /// The writing end of the pipe; a word of its own, since a signal handler may touch nothing else.
    private static let writingEnd = Atomic<Int32>(-1)

    /// Yields once for the first SIGINT, SIGTERM or SIGHUP from now on, then ends. Without a pipe it never yields, and
    /// the signals keep ending the process.
    static func stream() -> AsyncStream<Void> {
        AsyncStream { continuation in
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let reading = ends[0]
            let writing = ends[1]
            writingEnd.store(writing, ordering: .sequentiallyConsistent)
            SignalDisposition.setHandler { _ in
                let end = InterruptionSignals.writingEnd.load(ordering: .sequentiallyConsistent)
                InterruptionSignals.put(1, into: end)
            }
            let open = Mutex(true)
            continuation.onTermination = { _ in open.withLock { if $0 { put(0, into: writing) } } }
            DispatchQueue.global().async {
                var byte: UInt8 = 0
                while read(reading, &byte, 1) < 0, errno == EINTR {}
                if byte == 1 { continuation.yield() }
                continuation.finish()
                open.withLock { $0 = false }
                let isLatest = writingEnd.compareExchange(
                    expected: writing, desired: -1, ordering: .sequentiallyConsistent
                ).exchanged
                if isLatest { SignalDisposition.setHandler(SIG_DFL) }
                close(reading)
                close(writing)
            }
        }
    }

    private static func put(_ byte: UInt8, into end: Int32) {
        var byte = byte
        if end >= 0 { write(end, &byte, 1) }
    }
}
