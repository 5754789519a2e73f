// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What an app's Info.plist and the receipt of its build say, as far as installing and its asset packs go.
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
    /// BATerminal, a key of this system: the app is used in a terminal, and its desktop entry opens one.
    package var runsInTerminal: Bool
    /// LSApplicationCategoryType names a category of games.
    package var isGame: Bool
    /// What it does in the background, beside its assets.
    package var backgroundTasks: BackgroundTaskDeclaration
    /// BAAppGroupID.
    package var appGroupID: String?
    /// BAHasManagedAssetPacks.
    package var hasManagedAssetPacks: Bool
    /// BAUsesAppleHosting: here, packs come from the host named in the build's receipt.
    package var usesAppleHosting: Bool
    /// The receipt of the build; nil without one, and for an app that does not use its host.
    package var receipt: BuildReceipt?
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

    /// Reads the bytes of an Info.plist, XML or binary. `path` is where it lies, for messages.
    ///
    /// - Throws: `AppBundleError` with the first obstacle that is in it.
    package init(propertyList data: Data, path: String) throws(AppBundleError) {
        let info = try PropertyList(parsing: data, path: path)
        if let obstacle = AppKeyRules(info: info, hasExtension: true).findings.first(where: { $0.level == .obstacle }) {
            throw AppBundleError("\(path): \(obstacle.message)")
        }
        guard let information = AppInformation(info) else {
            throw AppBundleError("\(path): it lacks the key CFBundleIdentifier or CFBundleExecutable")
        }
        self = information
    }

    /// Takes what an Info.plist says in which `BundleRules` finds no obstacle; nil without identifier and executable.
    init?(_ info: PropertyList) {
        guard let bundleID = info.string("CFBundleIdentifier"), let executable = info.string("CFBundleExecutable")
        else { return nil }
        self.bundleID = bundleID
        self.executable = executable
        version = info.string("CFBundleShortVersionString") ?? "0"
        build = info.string("CFBundleVersion") ?? "0"
        name = info.string("CFBundleDisplayName") ?? info.string("CFBundleName") ?? bundleID
        iconFile = info.string("CFBundleIconFile")
        runsInTerminal = info.boolean("BATerminal") ?? false
        let category = info.string("LSApplicationCategoryType") ?? ""
        isGame = category.hasPrefix("public.app-category.") && category.hasSuffix("games")
        backgroundTasks = BackgroundTaskDeclaration(info)
        appGroupID = info.string("BAAppGroupID")
        hasManagedAssetPacks = info.boolean("BAHasManagedAssetPacks") ?? false
        usesAppleHosting = info.boolean("BAUsesAppleHosting") ?? false
        manifestURL = info.string("BAManifestURL")
        developmentRegion = info.string("CFBundleDevelopmentRegion").flatMap { region in
            LanguageTagRule.problem(with: region) == nil ? region : nil
        }
        restrictions = info.dictionary("BAInitialDownloadRestrictions").map(InitialDownloadRestrictions.init)
        maxInstallSize = info.integer("BAMaxInstallSize")
        essentialMaxInstallSize = info.integer("BAEssentialMaxInstallSize")
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
