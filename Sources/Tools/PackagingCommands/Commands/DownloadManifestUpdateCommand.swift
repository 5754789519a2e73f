// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import ToolSupport

/// `ba-package download-manifest update`: publishes the packs that changed.
package struct DownloadManifestUpdateCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Update the manifest with packs that are new or have changed.",
        discussion: """
            Packs that are not given stay as they are. An archive that did not change keeps its version; when nothing \
            changed, the manifest is not touched.

            Example:
              ba-package download-manifest update manifest.json --asset-pack-paths Tutorial.aar Level1.aar --linux \\
                --download-base-url https://cdn.example.org/packs --remove Level0
            """)

    @Argument(help: "The manifest, which is updated in place.", completion: .file(extensions: ["json"]))
    package var manifest: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The archives, under any file names; the option may come again.", valueName: "path"),
        completion: .file())
    package var assetPackPaths: [String] = []

    @OptionGroup package var options: PublicationOptions

    @Option(
        name: [.short, .customLong("output-path")],
        help: "Where the manifest goes in place of where it stands.",
        completion: .file(extensions: ["json"]))
    package var outputPath: String?

    package init() {}

    package func validate() throws {
        guard !assetPackPaths.isEmpty || !options.remove.isEmpty || options.primaryLanguage != nil else {
            throw ValidationError("Give packs with --asset-pack-paths, or take some back with --remove.")
        }
        if !assetPackPaths.isEmpty { try options.checkAddress() }
    }

    package func run() async throws {
        try await options.publisher(
            .update, archivePaths: assetPackPaths, existingPath: manifest, outputPath: outputPath ?? manifest
        )
        .publish(console: .standard)
    }
}
