// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel
internal import SystemPackage
internal import SystemSupport
internal import ToolSupport

struct NewExtensionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-extension",
        abstract: "Write a downloader extension with no code of its own into a SwiftPM package.",
        discussion: """
            Writes Sources/NAME with the extension's code and its Info.plist, and prints what to add to Package.swift \
            and to the app's Info.plist. With --hosting host the asset packs come from the host that the app came from \
            (StoreDownloaderExtension), with --hosting self from a server of your own (ManagedDownloaderExtension).

            EXAMPLE
              ba new-extension --hosting self TheCoastDownloader
            """)

    @Option(help: "Where the asset packs come from: host or self.")
    var hosting: ExtensionTemplate.Hosting

    @Option(help: "The package to write into.", completion: .directory)
    var packagePath = "."

    @Argument(help: "The name of the extension's target.")
    var name: String

    @OptionGroup var output: OutputOptions

    /// What was written, and what is to be added by hand.
    private struct WrittenExtension: Encodable {
        var files: [String]
        var packageLines: String
        var appKeys: String
    }

    func run() async throws {
        let context = ControlContext.current
        let template = try ExtensionTemplate(hosting: hosting, name: name)
        let package = FilePath(context.absolute(packagePath)).lexicallyNormalized().string
        guard FileStatus(path: package + "/Package.swift") != nil else {
            throw ControlError.notFound("there is no Package.swift in \(package); name the package with --package-path")
        }
        try Self.write(template, package: package)
        if output.printsJSON {
            return try context.console.writeJSON(
                WrittenExtension(
                    files: ["\(name).swift", "Info.plist"].map { "\(package)/Sources/\(name)/\($0)" },
                    packageLines: template.packageLines, appKeys: template.appKeys))
        }
        context.console.write(
            """
            Wrote Sources/\(name)/\(name).swift and Sources/\(name)/Info.plist.

            Add to the targets in Package.swift:

            \(template.packageLines)

            Add to the app's Info.plist:

            \(template.appKeys)

            Then make the bundle:

                ba bundle --product APP --extension \(name) --info Sources/APP/Info.plist -o APP.app
            """)
    }

    /// Writes the target's folder, which must not be there yet.
    private static func write(_ template: ExtensionTemplate, package: String) throws(ControlError) {
        let path = "\(package)/Sources/\(template.name)"
        guard FileStatus(path: path) == nil else {
            throw .cannotCreate("\(path) is there already; remove it or choose another name")
        }
        let info = try ControlError.wrapping { () throws(AppBundleError) in try template.info.xml() }
        do throws(SystemError) {
            let folder = try Directory(creating: path, mode: 0o755)
            try folder.writeAtomically(Array(template.code.utf8), to: template.name + ".swift", mode: 0o644)
            try folder.writeAtomically(info, to: "Info.plist", mode: 0o644)
        } catch { throw .file(error) }
    }
}
