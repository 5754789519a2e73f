// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel
internal import Foundation
internal import SystemPackage
internal import SystemSupport
internal import ToolSupport

struct BundleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Make an app bundle from a SwiftPM product and its downloader extension.",
        discussion: """
            Builds the products with `swift build`, unless executables are given, checks the keys of the Info.plists, \
            fills in those that follow from the rest (CFBundleExecutable, CFBundleName, CFBundlePackageType, the \
            extension's CFBundleIdentifier and version), and writes

              NAME.app/Info.plist
              NAME.app/EXECUTABLE
              NAME.app/Extensions/EXTENSION.appex/Info.plist
              NAME.app/Extensions/EXTENSION.appex/EXECUTABLE

            with the contents of the resources folder beside the executable. A bundle that stands at that place is \
            replaced in one step. With --host it gets a receipt (NAME.app/Receipt.plist): an app that sets \
            BAUsesAppleHosting gets its asset packs from the host that its receipt names.

            EXAMPLES
              ba bundle --product TheCoast --extension TheCoastDownloader --info Sources/TheCoast/Info.plist \
            -o TheCoast.app
              ba bundle --executable build/game --extension-executable build/downloader --info Info.plist -o Game.app
            """)

    @Option(help: "The executable product that is the app.")
    var product: String?

    @Option(name: .customLong("extension"), help: "The executable product that is the downloader extension.")
    var downloader: String?

    @Option(help: "The app's Info.plist.", completion: .file(extensions: ["plist"]))
    var info: String

    @Option(
        help: ArgumentHelp(
            "The extension's Info.plist (default: Sources/EXTENSION/Info.plist of the package, if there is one).",
            valueName: "plist"), completion: .file(extensions: ["plist"]))
    var extensionInfo: String?

    @Option(help: "A folder whose contents go into the bundle.", completion: .directory)
    var resources: String?

    @Option(
        help: ArgumentHelp(
            "The host of the app's asset packs, for an app that sets BAUsesAppleHosting: an https URL that has /manifest.",
            valueName: "url"))
    var host: String?

    @Option(
        help: ArgumentHelp(
            """
            A file with the token that the host is shown where it gives the app's packs to some devices alone \
            (`ba-host device-token create`): it goes into the receipt of this copy of the app.
            """, valueName: "file"), completion: .file())
    var tokenFile: String?

    @Option(help: "An executable to use instead of building the product.", completion: .file())
    var executable: String?

    @Option(help: "An executable to use instead of building the extension.", completion: .file())
    var extensionExecutable: String?

    @Option(help: "The package to build.", completion: .directory)
    var packagePath = "."

    @Flag(help: "Build for release, with the Swift standard library inside.")
    var release = false

    @Option(name: [.customShort("o"), .customLong("output")], help: "The bundle to write, as in TheCoast.app.")
    var output: String

    @OptionGroup var format: OutputOptions

    /// What was made.
    private struct MadeBundle: Encodable {
        var bundleID: String?
        var path: String
    }

    func validate() throws {
        if product == nil, executable == nil { throw ValidationError("give --product, or --executable") }
        if tokenFile != nil, host == nil { throw ValidationError("--token-file is for the host that --host names") }
        if !output.hasSuffix(".app") { throw ValidationError("the output must be named NAME.app, and is \(output)") }
    }

    func run() async throws {
        let context = ControlContext.current
        let package = FilePath(context.absolute(packagePath)).lexicallyNormalized().string
        let appInfo = try read(context.absolute(info))
        let extensionInfo = try readExtensionInfo(package: package, context: context)
        let deviceToken = try tokenFile.map { file throws(ControlError) in try TokenFile.read(file, context) }
        // Keys are checked before a build that may take minutes.
        let draft = BundlePlan(
            app: .init(name: productName, path: ""), info: appInfo,
            downloader: downloaderName.map { .init(name: $0, path: "") }, extensionInfo: extensionInfo, host: host,
            deviceToken: deviceToken)
        try report(draft.findings, context)
        let built = [executable == nil ? product : nil, extensionExecutable == nil ? downloader : nil].compactMap(
            \.self)
        var productsFolder: String?
        if !built.isEmpty {
            productsFolder = try await PackageBuild(package: package, isRelease: release, context: context).build(built)
        }
        let plan = BundlePlan(
            app: try place(productName, executable, productsFolder, context), info: appInfo,
            downloader: try downloaderName.map { name throws(ControlError) in
                try place(name, extensionExecutable, productsFolder, context)
            }, extensionInfo: extensionInfo, host: host, deviceToken: deviceToken)
        let writer = BundleWriter(
            plan: plan, resources: [resources].compactMap { $0.map(context.absolute) },
            resourceBundles: try productsFolder.map { folder throws(ControlError) in
                try PackageBuild.resourceBundles(in: folder)
            } ?? [])
        try writer.write(to: context.absolute(output))
        if format.printsJSON {
            return try context.console.writeJSON(
                MadeBundle(bundleID: plan.information.identifier, path: context.absolute(output)))
        }
        context.console.write("Made \(output) (\(plan.information.identifier ?? productName)).")
    }

    private var productName: String { product ?? Self.fileName(executable) ?? "App" }
    private var downloaderName: String? { downloader ?? Self.fileName(extensionExecutable) }

    private static func fileName(_ path: String?) -> String? { path.flatMap { FilePath($0).lastComponent?.string } }

    private func readExtensionInfo(package: String, context: ControlContext) throws(ControlError) -> PropertyList? {
        if let extensionInfo { return try read(context.absolute(extensionInfo)) }
        guard let downloaderName else { return nil }
        let path = "\(package)/Sources/\(downloaderName)/Info.plist"
        return FileStatus(path: path) == nil ? nil : try read(path)
    }

    private func read(_ path: String) throws(ControlError) -> PropertyList {
        try ControlError.wrapping { () throws(AppBundleError) in try PropertyList(readingFileAt: path) }
    }

    private func report(_ findings: [BundleFinding], _ context: ControlContext) throws(ControlError) {
        for finding in findings where finding.level == .warning {
            context.console.warn("\(finding.subject): \(finding.message)")
        }
        let errors = findings.filter(\.isFault)
        guard !errors.isEmpty else { return }
        throw .configuration(
            "the bundle cannot be made:\n" + errors.map { "\($0.subject): \($0.message)" }.joined(separator: "\n"))
    }

    private func place(
        _ name: String, _ given: String?, _ productsFolder: String?, _ context: ControlContext
    ) throws(ControlError) -> BundlePlan.Executable {
        let path = given.map { context.absolute($0) } ?? "\(productsFolder ?? "")/\(name)"
        guard FileStatus(path: path) != nil else { throw .notFound("there is no executable at \(path)") }
        return BundlePlan.Executable(name: name, path: path)
    }
}
