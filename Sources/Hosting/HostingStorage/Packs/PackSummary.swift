// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// A pack with what follows from its versions.
package struct PackSummary: Equatable, Sendable {
    package let pack: HostedPack
    /// The identifiers of the versions that are active; none of a pack that is archived.
    package let activeVersionIDs: [ReleaseContext: String]
    /// What it counts for.
    package let usedBytes: Int64

    package init(pack: HostedPack, activeVersionIDs: [ReleaseContext: String], usedBytes: Int64) {
        self.pack = pack
        self.activeVersionIDs = activeVersionIDs
        self.usedBytes = usedBytes
    }
}
