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
        var updates: [PackUpdate] = []
        for bundleID in try await AppSelection.bundleIDs(id, link: link) {
            let fetch = PackFetch(link: link, context: context, bundleID: bundleID, isQuiet: output.printsJSON)
            let update = try await fetch.update()
            updates.append(update)
            if !output.printsJSON { context.console.write(update.text) }
        }
        if output.printsJSON { try context.console.writeJSON(updates) }
        if !output.printsJSON, updates.isEmpty { context.console.note("No app is installed.") }
        let failures = updates.flatMap(\.failed)
        if !failures.isEmpty { throw ControlError.packsFailed(failures) }
    }
}
