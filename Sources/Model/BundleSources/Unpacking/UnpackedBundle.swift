// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// A bundle that was taken from an archive, whole and not yet in its place.
package struct UnpackedBundle: Equatable, Sendable {
    /// Absolute path of the folder, which has not got the name of a bundle.
    package let path: String
    /// What its Info.plist says.
    package let information: AppInformation
    /// Bytes of its files.
    package let bytes: Int64
}
