// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What there is to do of one kind.
package struct JobBacklog: Equatable, Sendable {
    package let kind: Job.Kind
    /// No worker has them, and one could.
    package var due = 0
    /// A worker has them.
    package var running = 0
    /// They are tried again after a while.
    package var later = 0
    /// Seconds for which the one that is due for longest has been.
    package var oldestDue = 0.0
}
