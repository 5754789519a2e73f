// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What the Info.plist of a downloader extension says.
package struct ExtensionInformation: Equatable, Sendable {
    /// The extension point of downloader extensions.
    package static let extensionPoint = "com.apple.background-asset-downloader-extension"

    package var bundleID: String
    package var executable: String

    /// Reads an Info.plist; nil when it belongs to another extension point.
    package init?(propertyList data: Data, path: String) throws(AppBundleError) {
        let keys = try InfoDictionary(propertyList: data, path: path)
        guard let attributes = try keys.dictionary("EXAppExtensionAttributes"),
            let point = try attributes.string("EXExtensionPointIdentifier")
        else {
            throw AppBundleError(
                "\(path) lacks EXAppExtensionAttributes with EXExtensionPointIdentifier: "
                    + "set it to \(Self.extensionPoint)")
        }
        guard point == Self.extensionPoint else { return nil }
        bundleID = try keys.identifier("CFBundleIdentifier")
        executable = try keys.fileName("CFBundleExecutable")
    }
}
