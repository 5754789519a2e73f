// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import SystemSupport
internal import ToolSupport

/// `ba-package unpack`: extracts an Apple Archive, whether it is a pack or not.
package struct UnpackCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "unpack",
        abstract: "Extract an Apple Archive, whether it is an asset pack or not.",
        discussion: """
            Example:
              ba-package unpack Tutorial.aar -o Tutorial
            """)

    @Argument(help: "The archive.", completion: .file())
    package var archive: String

    @Option(
        name: [.short, .customLong("output-path")],
        help: "The folder to make; an empty one may stand there.", completion: .directory)
    package var outputPath: String

    @OptionGroup package var quiet: QuietOption

    package init() {}

    package func run() async throws {
        let size = FileStatus(path: archive).map(\.size)
        let progress = ProgressBar("Unpacking \(archive)", total: size, quiet: quiet.isQuiet)
        try await Unpacker.unpack(archive, to: outputPath, progress: progress)
        progress.finish()
    }
}
