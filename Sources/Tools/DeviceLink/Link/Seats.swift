// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Bounds how many there are of something at a time, and how many of those are of one and the same.
final class Seats<Holder: Hashable & Sendable>: Sendable {
    private struct State {
        var free: Int
        var taken: [Holder: Int] = [:]
    }

    private let limitPerHolder: Int
    private let state: Mutex<State>

    init(_ count: Int, perHolder limit: Int) {
        limitPerHolder = limit
        state = Mutex(State(free: count))
    }

    /// - Returns: false when there is none.
    func take(_ holder: Holder) -> Bool {
        state.withLock { state in
            guard state.free > 0, state.taken[holder, default: 0] < limitPerHolder else { return false }
            state.free -= 1
            state.taken[holder, default: 0] += 1
            return true
        }
    }

    func leave(_ holder: Holder) {
        state.withLock { state in
            guard let count = state.taken[holder] else { return }
            state.taken[holder] = count > 1 ? count - 1 : nil
            state.free += 1
        }
    }
}
