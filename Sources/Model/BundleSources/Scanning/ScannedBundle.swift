// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// The bundle in an archive, as far as it shows without unpacking it.
package struct ScannedBundle: Equatable, Sendable {
    package let information: AppInformation
    /// What its executable runs on; nil for one that is no program of a processor, as a script.
    package let architecture: ProcessorArchitecture?
    /// Bytes of its files.
    package let installedSize: UInt64
}
