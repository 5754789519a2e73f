// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The room that an app names for itself, as people see it before anything of its assets is fetched, and agree to.
package struct InstallSizes: Codable, Equatable, Sendable {
    /// The app's name and version.
    package var name: String
    package var version: String
    /// Bytes of the app itself; nil while only its archive is known.
    package var appBytes: Int64?
    /// Bytes of the archive that it comes in; nil when it comes in none, or that is not known.
    package var archiveBytes: Int64?
    /// BAMaxInstallSize: bytes on disk that its assets may take, those apart that are essential.
    package var maxAssetBytes: Int64?
    /// BAEssentialMaxInstallSize: bytes on disk of the assets that are there before the app can be opened.
    package var maxEssentialBytes: Int64?

    package init(
        name: String, version: String, appBytes: Int64? = nil, archiveBytes: Int64? = nil, maxAssetBytes: Int64?,
        maxEssentialBytes: Int64?
    ) {
        self.name = name
        self.version = version
        self.appBytes = appBytes
        self.archiveBytes = archiveBytes
        self.maxAssetBytes = maxAssetBytes
        self.maxEssentialBytes = maxEssentialBytes
    }
}
