// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What servers and workers tell each other of: that there is something new to look for.
package enum SQLChannel: String, CaseIterable, Sendable {
    /// A job is due.
    case jobs = "ba_jobs"
    /// What devices are to have has changed.
    case releases = "ba_releases"
}
