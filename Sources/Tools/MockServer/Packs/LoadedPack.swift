// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingDelivery

/// A pack that has been read through: what it is, and its bytes, held open.
package struct LoadedPack: Sendable {
    package let candidate: PackCandidate
    package let stamp: PackStamp
    /// With version 0, which the ledger replaces.
    package let published: PublishedPack
    package let archive: FileContent
    /// Nil when the pack has no blocks.
    package let blocks: FileContent?
    /// What the person should know: why a blocks file that is there is not used, or why there is none.
    package let problems: [String]
}
