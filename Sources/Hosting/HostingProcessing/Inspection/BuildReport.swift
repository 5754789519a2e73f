// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import BundleSources
package import HostingModel

/// What was found in the archive of a build.
package struct BuildReport: Codable, Equatable, Sendable {
    /// Bytes of the archive.
    package var size: UInt64
    /// SHA-256 of the archive, in hexadecimal digits.
    package var sha256: String
    /// CFBundleIdentifier.
    package var bundleID: String
    package var name: String
    /// CFBundleShortVersionString, or "0".
    package var version: String
    /// CFBundleVersion, or "0".
    package var build: String
    /// What its executable runs on, as `uname -m` names it; nil for one that runs anywhere, as a script.
    package var architecture: String?
    /// Bytes of its files.
    package var installedSize: UInt64
    package var problems: ProblemList

    init(_ bundle: ScannedBundle, size: UInt64, sha256: String) {
        let information = bundle.information
        self.size = size
        self.sha256 = sha256
        bundleID = information.bundleID
        name = information.name
        version = information.version
        build = information.build
        architecture = bundle.architecture?.rawValue
        installedSize = bundle.installedSize
        problems = ProblemList()
        if information.hasManagedAssetPacks, !information.usesAppleHosting {
            problems.warnings.append(
                Problem(
                    code: "HOST_NOT_USED",
                    description: "The app does not set BAUsesAppleHosting: its asset packs are not fetched from here"))
        }
    }
}
