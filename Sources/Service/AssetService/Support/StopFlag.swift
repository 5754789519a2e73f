// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Tells work that blocks a thread to stop.
final class StopFlag: Sendable {
    private let value = Atomic(false)

    func raise() { value.store(true, ordering: .relaxed) }

    var isRaised: Bool { value.load(ordering: .relaxed) }
}
