// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel
internal import Foundation
internal import ServiceInterface
internal import SystemSupport
internal import ToolSupport

struct RegisterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Use a bundle where it lies, without copying it.",
        discussion: """
            For bundles under development, and for those that a distribution package brings. Its essential asset packs \
            are fetched as at an installation. Nobody is asked about the sizes that it names: whoever registers a bundle \
            has it on the disk already.

            With --system the bundle is registered for every user: a file below \(SystemRegistration.folder) names it, \
            and each user's service reads that folder. A package's build writes the file below its destination folder \
            with --root; PATH is then the place on the target system, looked up below that folder.

            EXAMPLES
              ba register .build/TheCoast.app
              ba register --system --root debian/thecoast /usr/lib/thecoast/TheCoast.app
            """)

    @Argument(help: "The bundle.", completion: .directory)
    var path: String

    @Flag(help: "Register it for every user of this system.")
    var system = false

    @Option(help: ArgumentHelp("The folder that stands for / on the target system.", valueName: "destdir"))
    var root: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if root != nil, !system { throw ValidationError("--root goes with --system") }
    }

    func run() async throws {
        let context = ControlContext.current
        if system { return try registerForAll(context) }
        let path = context.absolute(path)
        guard FileStatus(path: path) != nil else { throw ControlError.notFound("there is nothing at \(path)") }
        let link = try ControlContext.link()
        let follower = InstallationFollower(
            link: link, context: context, audience: output.printsJSON ? .programs : .people)
        let progress = try await follower.follow(
            AppsInterface.Register(path: path, callID: UUID().uuidString))
        if output.printsJSON { return }
        if let detail = progress.detail { context.console.warn(detail) }
        context.console.write("Registered \(progress.bundleID). Start it with: ba launch \(progress.bundleID)")
        context.console.note(progress.signingNote)
    }

    private func registerForAll(_ context: ControlContext) throws {
        let registration = try SystemRegistration(
            bundlePath: context.absolute(path), root: root.map { context.absolute($0) })
        let file = try registration.write()
        if output.printsJSON { return try context.console.writeJSON(registration.entry) }
        context.console.write("Registered \(registration.entry.bundleID) for every user by \(file).")
    }
}
