// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Seconds since 1970, as a test says.
final class Clock: Sendable {
    private let seconds = Mutex(1_800_000_000)

    var now: Int {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }
}
