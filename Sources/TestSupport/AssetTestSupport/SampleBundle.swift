// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// Info.plists that are right, to be made wrong by tests.
package enum SampleBundle {
    package static let managed: [String: PropertyValue] = [
        "CFBundleIdentifier": .string("com.example.coast"),
        "CFBundleExecutable": .string("Coast"),
        "CFBundleVersion": .string("7"),
        "CFBundleShortVersionString": .string("1.0"),
        "BAAppGroupID": .string("group.com.example.coast"),
        "BAHasManagedAssetPacks": .boolean(true),
        "BAUsesAppleHosting": .boolean(true),
    ]
    package static let unmanaged: [String: PropertyValue] = [
        "CFBundleIdentifier": .string("com.example.coast"),
        "CFBundleExecutable": .string("Coast"),
        "CFBundleVersion": .string("7"),
        "CFBundleShortVersionString": .string("1.0"),
        "BAManifestURL": .string("https://example.com/manifest.json"),
        "BAMaxInstallSize": .integer(1000),
        "BAEssentialMaxInstallSize": .integer(0),
        "BAInitialDownloadRestrictions": .dictionary([
            "BADownloadAllowance": .integer(1000),
            "BAEssentialDownloadAllowance": .integer(1000),
            "BADownloadDomainAllowList": .array([.string("*.example.com"), .string("example.com")]),
        ]),
    ]
    package static let downloader: [String: PropertyValue] = [
        "CFBundleIdentifier": .string("com.example.coast.Downloader"),
        "CFBundleExecutable": .string("Downloader"),
        "EXAppExtensionAttributes": .dictionary([
            "EXExtensionPointIdentifier": .string("com.apple.background-asset-downloader-extension")
        ]),
    ]

    /// What the rules say, as `level: subject: message`.
    package static func findings(
        app: [String: PropertyValue] = managed, downloader: [String: PropertyValue]? = downloader
    ) -> [String] {
        let extensions = downloader.map { [BundleInformation.Extension(name: "D.appex", info: PropertyList($0))] } ?? []
        return BundleRules(BundleInformation(info: PropertyList(app), extensions: extensions)).findings
            .map { "\($0.level): \($0.subject): \($0.message)" }
    }
}
