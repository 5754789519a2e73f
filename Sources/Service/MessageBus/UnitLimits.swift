// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What the processes of a unit may use together.
package struct UnitLimits: Equatable, Sendable {
    /// Bytes of memory; nil for no limit.
    package var memory: UInt64?
    /// Processes and threads; nil for no limit.
    package var tasks: UInt64?
    /// Of processor and disk, beside others that have 100 (1 to 10,000).
    package var weight: UInt64

    /// Those of what is not limited.
    package static let none = UnitLimits(memory: nil, tasks: nil, weight: 100)

    package init(memory: UInt64?, tasks: UInt64?, weight: UInt64) {
        self.memory = memory
        self.tasks = tasks
        self.weight = weight
    }
}
