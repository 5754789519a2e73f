// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What the Info.plist of a downloader extension says.
package struct ExtensionInformation: Equatable, Sendable {
    /// The extension point of downloader extensions.
    package static let extensionPoint = "com.apple.background-asset-downloader-extension"

    package var bundleID: String
    package var executable: String

    /// Takes what an Info.plist says in which `BundleRules` finds no obstacle; nil without identifier and executable.
    init?(_ info: PropertyList) {
        guard let bundleID = info.string("CFBundleIdentifier"), let executable = info.string("CFBundleExecutable")
        else { return nil }
        self.bundleID = bundleID
        self.executable = executable
    }
}
