// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct PackCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Look for newer asset packs without waiting for them.",
        discussion: """
            The service asks the app's server, fetches what is newer and removes what the publisher took back. \
            `ba update` does the same and waits.

            EXAMPLE
              ba pack check com.naturelab.thecoast
            """)

    @Argument(help: "The bundle identifier of an app; all apps without it.", completion: IdentifierCompletion.apps)
    var id: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let link = try ControlContext.link()
        let bundleIDs = try await AppSelection.bundleIDs(id, link: link)
        try await PackUpdates.run(
            bundleIDs, isOneNamed: id != nil, noneNote: "No app with asset packs is installed.", context: context,
            output: output
        ) { bundleID, update in
            update = try await PackFetch(link: link, context: context, bundleID: bundleID).check()
        }
    }
}
