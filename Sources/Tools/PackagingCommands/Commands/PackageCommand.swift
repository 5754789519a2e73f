// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive
package import ArgumentParser
internal import AssetPackFiles
internal import AssetPackModel
internal import Foundation
package import ToolSupport

/// `ba-package package`: makes an archive from a packaging manifest.
package struct PackageCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "package",
        abstract: "Make an asset pack from a packaging manifest.",
        discussion: """
            Writes the archive, and beside it the blocks file that devices verify and fetch it by.
            The same files always give the same archive, byte for byte; SOURCE_DATE_EPOCH sets the time in it.

            Example:
              ba-package Manifest.json -o Tutorial.aar
            """)

    @Argument(help: "The packaging manifest.", completion: .file(extensions: ["json"]))
    package var manifest: String

    @Option(
        name: [.short, .customLong("output-path")],
        help: "Where the archive goes. (default: the pack's ID and .aar, in the working folder)",
        completion: .file(extensions: ["aar"]))
    package var outputPath: String?

    @Option(help: "How blocks are compressed: lzfse, lz4, zlib, lzma or none.")
    package var compression: Compression = .lzfse

    @OptionGroup package var quiet: QuietOption

    package init() {}

    package func validate() throws {
        // A build that is to be reproducible must not be so by chance.
        if let text = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"], Int64(text) == nil {
            throw ValidationError("SOURCE_DATE_EPOCH is \"\(text)\", and must be a whole number: seconds since 1970")
        }
    }

    package func run() async throws {
        try await Self.package(
            manifestPath: manifest, outputPath: outputPath, compression: compression, isQuiet: quiet.isQuiet,
            workingFolder: ".", console: .standard)
    }

    /// What the command does.
    ///
    /// - Parameters:
    ///   - manifestPath: the packaging manifest.
    ///   - outputPath: where the archive goes; nil for the ID's name in the working folder.
    ///   - compression: how blocks are compressed.
    ///   - isQuiet: prints nothing but errors.
    ///   - workingFolder: what paths in the manifest are relative to when it names no source root.
    ///   - console: where progress and warnings go.
    /// - Returns: what was written.
    /// - Throws: `PackagingError`; nothing is left behind then.
    @discardableResult
    package static func package(
        manifestPath: String, outputPath: String?, compression: Compression, isQuiet: Bool, workingFolder: String,
        console: Console
    ) async throws(PackagingError) -> PackWriter.Result {
        // In a folder that is packed, what a killed run left would be taken for input.
        if let target = try? OutputPath(outputPath ?? "pack") { Unfinished.remove(in: target.folder) }
        let input = try PackagingInput(manifestPath: manifestPath, workingFolder: workingFolder) { manifest in
            Self.outputs(of: manifest, at: outputPath)
        }
        if !isQuiet { input.contents.warnings.forEach(console.warnAtPlace) }
        let path = Self.archivePath(of: input.manifest, at: outputPath)
        let progress = ProgressBar(
            "Packing \(input.manifest.assetPackID)", total: input.contents.size, quiet: isQuiet, console: console)
        let result = try await PackWriter(input: input, archivePath: path, compression: compression)
            .write(progress: progress)
        progress.finish()
        if !isQuiet {
            let count = Quantity.count(input.contents.items.count, "file")
            console.note(
                "\(result.archivePath): \(count), \(Quantity.bytes(Int64(result.blocks.archiveSize))), "
                    + "\(Quantity.bytes(Int64(clamping: result.blocks.installedSize))) installed")
        }
        return result
    }

    /// The files that packing a manifest writes. `outputPath` is where the archive goes; nil stands for the ID's name in
    /// the working folder.
    static func outputs(of manifest: PackagingManifest, at outputPath: String?) -> [String] {
        let path = archivePath(of: manifest, at: outputPath)
        return [path, BlockList.path(besideArchive: path)]
    }

    private static func archivePath(of manifest: PackagingManifest, at outputPath: String?) -> String {
        outputPath ?? manifest.assetPackID + ".aar"
    }
}

extension Compression: ExpressibleByArgument {}

extension Console {
    /// Prints a warning, which may name its place in a file already.
    func warnAtPlace(_ warning: String) {
        if warning.contains(": warning: ") { note(warning) } else { warn(warning) }
    }
}
