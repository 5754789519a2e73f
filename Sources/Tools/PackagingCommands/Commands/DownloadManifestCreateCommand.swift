// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import SystemSupport
internal import ToolSupport

/// `ba-package download-manifest create`: makes a manifest of all packs of an app.
package struct DownloadManifestCreateCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make the manifest of all packs of an app.",
        discussion: """
            A manifest that stands at the output path already is taken as published: unchanged packs keep their \
            versions, changed ones get the next, and a pack that it lists and you do not give needs --remove.

            Example:
              ba-package download-manifest create Tutorial.aar Level1.aar --linux \\
                --download-base-url https://cdn.example.org/packs -o manifest.json
            """)

    @Argument(help: "The archives, under any file names.", completion: .file())
    package var archives: [String]

    @OptionGroup package var options: PublicationOptions

    @Option(
        name: [.short, .customLong("output-path")],
        help: "Where the manifest goes. (default: standard output)",
        completion: .file(extensions: ["json"]))
    package var outputPath: String?

    package init() {}

    package func validate() throws { try options.checkAddress() }

    package func run() async throws {
        let existing = outputPath.flatMap { FileStatus(path: $0) == nil ? nil : $0 }
        try await options.publisher(.create, archivePaths: archives, existingPath: existing, outputPath: outputPath)
            .publish(console: .standard)
    }
}
