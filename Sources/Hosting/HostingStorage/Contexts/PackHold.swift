// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How a context of a pack is held, if it is.
package struct PackHold: Equatable, Sendable {
    /// The number of the version that it is held at.
    package var pinned: Int?
    /// The share of the devices, in percent, that have the version of a phased release that is under way.
    package var percentage: Int?
}
