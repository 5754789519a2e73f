// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct UpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Look for newer asset packs, fetch them, and wait until they are there.",
        discussion: """
            Without ID it does so for every app. The versions that are there stay readable until the new ones are \
            whole. An app itself is updated by installing its new version with `ba install`.

            EXAMPLES
              ba update
              ba update com.naturelab.thecoast
            """)

    @Argument(help: "The bundle identifier of an app.")
    var id: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let link = try ControlContext.link()
        try await PackUpdates.run(id, link: link, context: context, output: output) { bundleID in
            try await PackFetch(link: link, context: context, bundleID: bundleID, isQuiet: output.printsJSON).update()
        }
    }
}
