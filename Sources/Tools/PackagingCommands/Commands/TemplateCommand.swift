// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import SystemSupport
internal import ToolSupport

/// `ba-package template`: writes a commented packaging manifest to start from.
package struct TemplateCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Write a commented packaging manifest to start from.",
        discussion: """
            Example:
              ba-package template -o Manifest.json
            """)

    @Option(
        name: [.short, .customLong("output-path")],
        help: "Where the manifest goes; it must not exist yet. (default: standard output)",
        completion: .file(extensions: ["json"]))
    package var outputPath: String?

    @OptionGroup package var quiet: QuietOption

    package init() {}

    package func run() throws {
        guard let outputPath else { return Console.standard.writeRaw(ManifestTemplate.text) }
        guard FileStatus(path: outputPath) == nil else {
            throw ToolError(.cannotCreate, "\(outputPath) exists already; choose another output path, or remove it")
        }
        try OutputFile.write(Array(ManifestTemplate.text.utf8), to: outputPath)
        if !quiet.isQuiet { Console.standard.note("wrote \(outputPath)") }
    }
}
