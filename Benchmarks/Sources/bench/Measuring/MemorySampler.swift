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
                let now = probe.anonymousMemory
                peak.withLock { $0 = max($0, now) }
                usleep(5_000)
            }
            ended.signal()
        }
    }

    /// Ends it; the largest figure in bytes.
    func stop() -> UInt64 {
        isStopping.store(true, ordering: .relaxed)
        ended.wait()
        return peak.withLock { $0 }
    }
}
