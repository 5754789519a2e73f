// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a file is that is uploaded for a version.
package enum UploadAssetType: String, CaseIterable, Codable, Sendable {
    /// The archive.
    case asset = "ASSET"
    /// Its manifest by itself, so that mistakes show before the archive is uploaded.
    case manifest = "MANIFEST"
}
