// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import AssetPackModel

/// What `download-manifest create` and `download-manifest update` have in common.
package struct PublicationOptions: ParsableArguments {
    @Flag(help: "The platform that the manifest is for.")
    package var platform: PlatformFlag

    @Option(
        help: ArgumentHelp(
            "Where devices fetch packs from; the URL of a pack is this, a slash and its ID.", valueName: "url"))
    package var downloadBaseUrl: String?

    @Option(help: ArgumentHelp("What follows the ID in the URL of an archive, as in .aar.", valueName: "suffix"))
    package var archiveUrlSuffix: String = ""

    @Option(help: ArgumentHelp("The app's primary language (for Linux).", valueName: "tag"))
    package var primaryLanguage: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The versions of the archives, in their order; without them the next version of each.", valueName: "version"
        ))
    package var assetPackVersions: [Int] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Packs to take back: devices remove them.", valueName: "id"))
    package var remove: [String] = []

    @OptionGroup package var quiet: QuietOption

    package init() {}

    package func validate() throws {
        if let primaryLanguage, let problem = LanguageTagRule.problem(with: primaryLanguage) {
            throw ValidationError("--primary-language: \(problem)")
        }
    }

    /// Throws when packs are to be published and nothing says where they lie.
    func checkAddress() throws {
        guard downloadBaseUrl != nil else {
            throw ValidationError("Give --download-base-url: where devices fetch the packs from.")
        }
    }

    func publisher(
        _ mode: ManifestPublication.Mode, archivePaths: [String], existingPath: String?, outputPath: String?
    ) throws(PackagingError) -> DownloadManifestPublisher {
        let address = try downloadBaseUrl.map { base throws(PackagingError) in
            try DownloadAddress(base: base, archiveSuffix: archiveUrlSuffix)
        }
        var publisher = DownloadManifestPublisher(
            mode: mode, platform: platform.platform, address: address, archivePaths: archivePaths,
            existingPath: existingPath, outputPath: outputPath)
        publisher.primaryLanguage = primaryLanguage
        publisher.versions = assetPackVersions
        publisher.removing = remove
        publisher.isQuiet = quiet.isQuiet
        return publisher
    }
}
