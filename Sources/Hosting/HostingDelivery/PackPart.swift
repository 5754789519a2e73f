// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What can be fetched of a pack.
package enum PackPart: Hashable, Sendable {
    case archive
    /// The blocks file beside the archive.
    case blocks

    /// What follows the pack's ID in the URL of its blocks.
    package static let blocksSuffix = ".blocks"
}
