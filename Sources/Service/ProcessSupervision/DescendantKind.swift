// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a child is, and so what becomes of the processes that it leaves behind.
package enum DescendantKind: Sendable {
    /// They end with it, and it with the service.
    case downloaderExtension
    /// They end with it; it outlives the service.
    case backgroundApp
    /// A person has opened it: it outlives the service, and what it has started is theirs.
    case openedApp
}
