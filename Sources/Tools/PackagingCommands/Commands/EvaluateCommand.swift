// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import AssetPackModel
package import ToolSupport

/// `ba-package evaluate`: checks packaging manifests and lists the files they select.
package struct EvaluateCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Check packaging manifests and list the files they select.",
        discussion: """
            Give several manifests to learn of paths that their packs share.

            Example:
              ba-package evaluate Manifest.json
            """)

    @Argument(help: "Packaging manifests.", completion: .file(extensions: ["json"]))
    package var manifests: [String]

    @Flag(help: "Print the files as JSON.")
    package var json = false

    @OptionGroup package var quiet: QuietOption

    package init() {}

    package func run() throws {
        try Self.evaluate(
            manifests, asJSON: json, isQuiet: quiet.isQuiet, workingFolder: ".", console: .standard)
    }

    /// What the command does.
    ///
    /// - Parameters:
    ///   - manifestPaths: the packaging manifests.
    ///   - asJSON: prints JSON in place of a table.
    ///   - isQuiet: prints nothing but errors.
    ///   - workingFolder: what paths in the manifests are relative to when they name no source root.
    ///   - console: where results and warnings go.
    /// - Throws: `PackagingError` at the first fault.
    package static func evaluate(
        _ manifestPaths: [String], asJSON: Bool, isQuiet: Bool, workingFolder: String, console: Console
    ) throws(PackagingError) {
        var inputs: [PackagingInput] = []
        for path in manifestPaths {
            // What `package` leaves out when it is given no other place for the archive.
            inputs.append(
                try PackagingInput(manifestPath: path, workingFolder: workingFolder) { manifest in
                    PackageCommand.outputs(of: manifest, at: nil)
                })
        }
        for input in inputs where !isQuiet { input.contents.warnings.forEach(console.warnAtPlace) }
        let paths = inputs.map { ($0.manifest.assetPackID, $0.contents.items.map(\.destination)) }
        if !isQuiet { PackContents.sharedPathWarnings(of: paths).forEach(console.warn) }
        guard !isQuiet else { return }
        if asJSON {
            do {
                try console.writeJSON(inputs.map(EvaluatedPack.init))
            } catch {
                throw .tool(error)
            }
            return
        }
        for (index, input) in inputs.enumerated() {
            if index > 0 { console.write("") }
            if inputs.count > 1 { console.write("\(input.manifest.assetPackID) (\(input.manifestPath))") }
            var table = Table([.init("SIZE", .right), .init("PATH"), .init("FROM")])
            for item in input.contents.items {
                let isRenamed = item.destination != item.source.path
                table.append([
                    Quantity.bytes(item.source.size), item.destination,
                    isRenamed ? input.root.display(item.source.path) : "",
                ])
            }
            console.write(table.text)
            console.note(
                "\(input.manifest.assetPackID): \(Quantity.count(input.contents.items.count, "file")), "
                    + Quantity.bytes(input.contents.size))
        }
    }
}

/// A pack as `evaluate --json` prints it.
private struct EvaluatedPack: Encodable {
    struct File: Encodable {
        let path: String
        let source: String
        let size: Int64
    }

    let assetPackID: String
    let manifest: String
    let sourceRoot: String
    let size: Int64
    let files: [File]

    init(_ input: PackagingInput) {
        assetPackID = input.manifest.assetPackID
        manifest = input.manifestPath
        sourceRoot = input.root.path
        size = input.contents.size
        files = input.contents.items.map {
            File(path: $0.destination, source: input.root.display($0.source.path), size: $0.source.size)
        }
    }
}
