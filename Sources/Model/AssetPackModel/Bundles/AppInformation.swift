// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What an app's Info.plist says, as far as installing and its asset packs go.
package struct AppInformation: Equatable, Sendable {
    /// CFBundleIdentifier.
    package var bundleID: String
    /// CFBundleDisplayName, else CFBundleName, else the bundle ID.
    package var name: String
    /// CFBundleShortVersionString, or "0" without one.
    package var version: String
    /// CFBundleVersion, or "0" without one.
    package var build: String
    /// CFBundleExecutable: a file in the bundle.
    package var executable: String
    /// CFBundleIconFile: a file in the bundle.
    package var iconFile: String?
    /// BAAppGroupID.
    package var appGroupID: String?
    /// BAHasManagedAssetPacks.
    package var hasManagedAssetPacks: Bool
    /// BAUsesAppleHosting: here, packs come from the host named in the build's receipt.
    package var usesAppleHosting: Bool
    /// BAManifestURL.
    package var manifestURL: String?
    /// CFBundleDevelopmentRegion, when it is a BCP-47 tag: the app's primary language, unless its host names one.
    package var developmentRegion: String?
    /// BAInitialDownloadRestrictions, or nil without any.
    package var restrictions: InitialDownloadRestrictions?
    /// BAMaxInstallSize, in bytes.
    package var maxInstallSize: Int64?
    /// BAEssentialMaxInstallSize, in bytes.
    package var essentialMaxInstallSize: Int64?

    /// Reads the bytes of an Info.plist, XML or binary.
    ///
    /// - `path`: where it lies, for messages.
    /// - Throws: the first missing or wrong key, by name.
    package init(propertyList data: Data, path: String) throws(AppBundleError) {
        let keys = try InfoDictionary(propertyList: data, path: path)
        bundleID = try keys.identifier("CFBundleIdentifier")
        executable = try keys.fileName("CFBundleExecutable")
        version = try keys.string("CFBundleShortVersionString") ?? "0"
        build = try keys.string("CFBundleVersion") ?? "0"
        let displayName = try keys.string("CFBundleDisplayName")
        let shortName = try keys.string("CFBundleName")
        name = displayName ?? shortName ?? bundleID
        iconFile = try keys.optionalFileName("CFBundleIconFile")
        appGroupID = try keys.optionalIdentifier("BAAppGroupID")
        hasManagedAssetPacks = try keys.bool("BAHasManagedAssetPacks") ?? false
        usesAppleHosting = try keys.bool("BAUsesAppleHosting") ?? false
        manifestURL = try keys.string("BAManifestURL")
        if let manifestURL, !manifestURL.lowercased().hasPrefix("https://") {
            throw AppBundleError(
                "\(path): BAManifestURL is \"\(manifestURL)\", and only https addresses are allowed")
        }
        let region = try keys.string("CFBundleDevelopmentRegion")
        developmentRegion = region.flatMap { LanguageTagRule.problem(with: $0) == nil ? $0 : nil }
        restrictions = try keys.dictionary("BAInitialDownloadRestrictions")
            .map { (inner) throws(AppBundleError) in try InitialDownloadRestrictions(keys: inner) }
        maxInstallSize = try keys.size("BAMaxInstallSize")
        essentialMaxInstallSize = try keys.size("BAEssentialMaxInstallSize")
    }

    /// Why managed packs cannot work for this app, or nil when they can or are not asked for.
    ///
    /// - `hasExtension`: whether the bundle holds a downloader extension.
    package func managedProblem(hasExtension: Bool) -> String? {
        guard hasManagedAssetPacks else {
            return "the Info.plist of \(bundleID) lacks BAHasManagedAssetPacks: set it to true to use AssetPackManager"
        }
        guard appGroupID != nil else {
            return "the Info.plist of \(bundleID) lacks BAAppGroupID: name the app group that app and extension share"
        }
        guard hasExtension else {
            return "the bundle of \(bundleID) has no downloader extension: add one to Extensions/ "
                + "(`ba new-extension` makes it)"
        }
        return nil
    }
}
