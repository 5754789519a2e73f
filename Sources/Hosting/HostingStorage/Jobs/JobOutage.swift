// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Whether a queue can be asked what there is to do. All of a process that work on its jobs share one, so that one of them tells when
/// that changes, and not each.
final class JobOutage: Sendable {
    private let isOver = Mutex(true)

    /// - Returns: whether it was not known yet.
    func begin() -> Bool { change(to: false) }

    /// - Returns: whether there was one.
    func end() -> Bool { change(to: true) }

    private func change(to new: Bool) -> Bool {
        isOver.withLock { isOver in
            defer { isOver = new }
            return isOver != new
        }
    }
}
