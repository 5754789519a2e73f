// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Synchronization

/// A clock that is driven.
final class DrivenTime: Sendable {
    private let time = Mutex(Timestamp(milliseconds: 1_800_000_000_000))

    var now: Timestamp { time.withLock { $0 } }

    func advance(_ seconds: Double) {
        time.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + Int64(seconds * 1_000)) }
    }
}
