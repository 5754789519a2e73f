// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Dispatch
internal import Glibc
internal import Synchronization

/// What this process has still to tell the service of what its app has asked for without waiting for it. It is waited for before the service may
/// suspend or end the process, and when the process exits.
package enum OutstandingCalls {
    private static let waits = Mutex<[@Sendable (Double) -> Void]>([])
    /// Seconds that a process which exits waits at most.
    private static let exitTime: Double = 3

    /// - `wait`: returns when all calls have been made that were begun so far, or after so many seconds.
    package static func register(_ wait: @escaping @Sendable (_ seconds: Double) -> Void) {
        let isFirst = waits.withLock { waits in
            waits.append(wait)
            return waits.count == 1
        }
        if isFirst { atexit { OutstandingCalls.flush(seconds: OutstandingCalls.exitTime) } }
    }

    /// Waits until a queue has done all that was put on it so far, for so long at most.
    package static func wait(for queue: DispatchQueue, seconds: Double) {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + seconds)
    }

    /// Waits until the service has heard of all, for so long at most.
    package static func flush(seconds: Double) {
        let end = ContinuousClock.now + .seconds(seconds)
        for wait in waits.withLock({ $0 }) {
            let left = ContinuousClock.now.duration(to: end) / .seconds(1)
            wait(max(left, 0))
        }
    }
}
