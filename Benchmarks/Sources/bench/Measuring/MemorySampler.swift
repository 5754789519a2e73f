// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Looks at a process's anonymous memory every few milliseconds, and keeps the largest figure.
final class MemorySampler: Sendable {
    private let peak = Mutex<UInt64>(0)
    private let isStopping = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    init(processID: pid_t) {
        let probe = ProcessProbe(processID: processID)
        Thread.detachNewThread { [self] in
            while !isStopping.load(ordering: .relaxed) {
                // It may have ended: then there is no more to see.
                guard let now = try? probe.anonymousMemory else { break }
                peak.withLock { $0 = max($0, now) }
                usleep(5_000)
            }
            ended.signal()
        }
    }

    /// Ends it; the largest figure in bytes.
    ///
    /// - Throws: when nothing was seen.
    func stop() throws(BenchError) -> UInt64 {
        isStopping.store(true, ordering: .relaxed)
        ended.wait()
        let peak = peak.withLock { $0 }
        guard peak > 0 else { throw .unexpected(what: "the memory of a process", found: "never read") }
        return peak
    }
}
