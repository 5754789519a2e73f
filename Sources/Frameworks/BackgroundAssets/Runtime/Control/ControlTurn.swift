// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// One request of this process for exclusive control.
struct ControlTurn: Sendable {
    let id: UUID
    /// Seconds since 1970.
    let since = Date().timeIntervalSince1970
    /// nil waits without end.
    let deadline: ContinuousClock.Instant?
    /// Called while control is had: it lasts until this returns.
    let perform: @Sendable () -> Void
    /// Called after it, once another may have control.
    let ended: @Sendable () -> Void
    /// Called in the place of both when control is not had.
    let refuse: @Sendable (any Error) -> Void

    /// How long it still waits.
    var timeLeft: Double? {
        deadline.map { deadline in
            let left = deadline - .now
            return left > .zero ? left / .seconds(1) : 0
        }
    }
}
