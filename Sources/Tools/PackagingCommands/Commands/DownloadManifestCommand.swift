// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `ba-package download-manifest`: makes and keeps up what an app's BAManifestURL serves.
package struct DownloadManifestCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "download-manifest",
        abstract: "Make or update the manifest that an app's BAManifestURL serves.",
        discussion: """
            Upload archives and blocks files first, the manifest last.

            Example:
              ba-package download-manifest create Tutorial.aar --linux \\
                --download-base-url https://cdn.example.org/packs -o manifest.json
            """,
        subcommands: [DownloadManifestCreateCommand.self, DownloadManifestUpdateCommand.self])

    package init() {}
}
