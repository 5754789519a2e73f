// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// By whom the process of an app has ended that had tasks on its hands.
package enum ProcessEndCause: Equatable, Sendable {
    /// By itself, or because it did not do what it was to do.
    case itself
    /// It made way for a person who has opened the app.
    case opening
    /// A person has quit the app.
    case quitting
    /// A person had opened it, and has closed it, or it has crashed: nobody but its parent knows.
    case closing
    /// There was none: the app cannot be started.
    case notStarted
    /// Nobody was there to see.
    case unseen
}
