// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
package import Foundation
package import HostingModel

/// What was found in an archive.
package struct ArchiveReport: Codable, Equatable, Sendable {
    /// Bytes of the archive.
    package var size: UInt64
    /// SHA-256 of the archive, in hexadecimal digits.
    package var sha256: String
    package var manifest: ManifestReport
    /// The files of the pack, in the order of the archive.
    package var files: [ListedFile]
    /// Bytes that it takes when it is installed: the manifest counts, too.
    package var installedSize: UInt64
    /// The list of the archive's blocks, as a device reads it.
    package var blocks: Data
}
