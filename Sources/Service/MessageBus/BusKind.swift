// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The buses of a desktop.
package enum BusKind: CaseIterable, Sendable {
    /// One for the machine.
    case system
    /// One for each person who is logged in.
    case session
}
