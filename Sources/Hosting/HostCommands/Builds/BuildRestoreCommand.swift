// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct BuildRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Have the devices of a context install an earlier build again.",
        discussion: """
            It is one that was released there. Devices that have a later one keep it, unless they are told to go back: \
            `ba install --allow-downgrade`.

            EXAMPLES
              ba-host build restore 5f9a… --context appstore --data /srv/packs
            """)

    @Argument(help: "The ID of the build, as `ba-host build list` has it.") var id: String
    @Option(help: "Whose devices: internal, external or appstore.") var context: ReleaseContext
    @OptionGroup var storage: StorageOptions

    func run() async throws {
        let build = try await storage.withStore { store in try await store.restoreBuild(id, in: context) }
        let name = build.archive.map { "version \($0.version) (\($0.build))" } ?? build.fileName
        Console.standard.note(
            "Devices of \(context.rawValue) install \(name). Those that have a later one keep it, unless they are told to go "
                + "back: `ba install --allow-downgrade`.")
    }
}
