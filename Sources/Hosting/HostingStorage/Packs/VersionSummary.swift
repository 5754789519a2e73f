// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// A version with what belongs to it.
package struct VersionSummary: Equatable, Sendable {
    package let version: HostedVersion
    package let releases: [ReleaseContext: HostedRelease]
    /// Those that have not failed, or, where all have, the last ones.
    package let files: [UploadAssetType: UploadFile]
    /// The pack that it is of.
    package let pack: HostedPack
}
