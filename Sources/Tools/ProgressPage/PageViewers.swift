// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// When somebody last looked at the page, which asks for itself anew as long as it is shown.
final class PageViewers: Sendable {
    private let clock: any Clock<Duration>
    private let count = Mutex(0)

    init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    func note() { count.withLock { $0 += 1 } }

    /// Returns when nobody has looked for this long.
    func waitUntilGone(after patience: Duration) async throws {
        var before = -1
        while true {
            let now = count.withLock { $0 }
            if now == before { return }
            before = now
            try await clock.sleep(for: patience)
        }
    }
}
