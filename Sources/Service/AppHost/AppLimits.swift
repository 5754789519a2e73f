// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What the processes of an app may use together where nobody sees it.
package struct AppLimits: Equatable, Sendable {
    /// Bytes of memory.
    package var memory: UInt64
    /// Processes and threads.
    package var tasks: UInt64

    /// Room for the app itself, and not for what would get in the way of whoever is at the machine.
    package static let background = AppLimits(memory: 1 << 30, tasks: 512)

    package init(memory: UInt64, tasks: UInt64) {
        self.memory = memory
        self.tasks = tasks
    }
}
