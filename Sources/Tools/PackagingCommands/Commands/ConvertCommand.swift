// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import AssetPackModel
package import ToolSupport

/// `ba-package convert`: makes a packaging manifest from a Steam depot build script.
package struct ConvertCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Make a packaging manifest from a Steam depot build script.",
        discussion: """
            Example:
              ba-package convert --asset-pack-id German -l de --on-demand depot_1002.vdf -o German.json
            """)

    package enum PolicyFlag: String, EnumerableFlag, Sendable {
        case essential, prefetch, onDemand
    }

    @Argument(help: "The script.", completion: .file(extensions: ["vdf"]))
    package var script: String

    @Option(help: ArgumentHelp("The ID of the asset pack.", valueName: "id"))
    package var assetPackId: String

    @Option(
        name: [.short, .long], help: ArgumentHelp("The language of the pack, as in en or pt-BR.", valueName: "tag"))
    package var language: String?

    @Flag(help: "When the pack comes to a device.")
    package var policy: PolicyFlag

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "With --essential and --prefetch: firstInstallation, subsequentUpdate. (default: both)", valueName: "type"))
    package var installationEventTypes: [InstallationEventType] = []

    @Flag(help: "The platforms that the pack is for. (default: all)")
    package var platforms: [PlatformFlag] = []

    @Option(help: ArgumentHelp("The depot to convert, when the script builds several.", valueName: "id"))
    package var depotId: String?

    @Option(help: ArgumentHelp("The folder of the files, in place of the script's ContentRoot.", valueName: "path"))
    package var sourceRoot: String?

    @Option(
        name: [.short, .customLong("output-path")], help: "Where the manifest goes. (default: standard output)",
        completion: .file(extensions: ["json"]))
    package var outputPath: String?

    @OptionGroup package var quiet: QuietOption

    package init() {}

    package func validate() throws {
        if let problem = PackIDRule.problem(with: assetPackId) {
            throw ValidationError("--asset-pack-id: \(problem)")
        }
        if let language, let problem = LanguageTagRule.problem(with: language) {
            throw ValidationError("--language: \(problem)")
        }
        if policy == .onDemand, !installationEventTypes.isEmpty {
            throw ValidationError("--installation-event-types goes with --essential or --prefetch.")
        }
    }

    package func run() throws {
        try convert(console: .standard)
    }

    /// What the command does.
    package func convert(console: Console) throws(PackagingError) {
        let source = SourceText(
            name: script, bytes: try InputFile.contents(of: script, limit: PackagingInput.maximumManifestSize))
        let place = ManifestPlace(scriptPath: script, outputPath: outputPath)
        let result = try SteamConversion.convert(
            source, depotID: depotId, contentRoot: try sourceRoot.map(place.absolute)
        ) { try? SourceRoot(place.content($0)) }
        if !quiet.isQuiet { result.warnings.forEach(console.warnAtPlace) }
        let types = Set(installationEventTypes.isEmpty ? InstallationEventType.allCases : installationEventTypes)
        let downloadPolicy: DownloadPolicy =
            switch policy {
            case .essential: .essential(types)
            case .prefetch: .prefetch(types)
            case .onDemand: .onDemand
            }
        let manifest = PackagingManifest(
            assetPackID: assetPackId, downloadPolicy: downloadPolicy,
            fileSelectors: result.selectors, platforms: platforms.map(\.platform),
            sourceRoot: place.sourceRoot(result.sourceRoot), language: language)
        let text = Array((manifest.json.text + "\n").utf8)
        do {
            // What the tool writes, the tool must read.
            _ = try PackagingManifest(parsing: SourceText(name: outputPath ?? "manifest", bytes: text))
        } catch {
            throw .conversion("the script has no counterpart as a packaging manifest: \(error)")
        }
        guard let outputPath else { return console.writeRaw(String(decoding: text, as: UTF8.self)) }
        try OutputFile.write(text, to: outputPath)
        if !quiet.isQuiet {
            console.note("wrote \(outputPath): \(Quantity.count(result.selectors.count, "selector"))")
        }
    }
}

extension InstallationEventType: ExpressibleByArgument {}
