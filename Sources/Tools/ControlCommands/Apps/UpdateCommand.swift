// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct UpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Look for newer versions of apps and their asset packs, and wait until they are there.",
        discussion: """
            Without ID it does so for every app. The versions that are there stay readable until the new ones are \
            whole. An app that was installed from an https URL is updated from there; others are updated by \
            installing their new version with `ba install`.

            EXAMPLES
              ba update
              ba update com.naturelab.thecoast
            """)

    @Argument(help: "The bundle identifier of an app.", completion: IdentifierCompletion.apps)
    var id: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let link = try ControlContext.link()
        let apps = try await AppSelection.updatable(id, link: link)
        let records = Dictionary(apps.map { ($0.bundleID, $0) }) { first, _ in first }
        try await PackUpdates.run(
            apps.map(\.bundleID), isOneNamed: id != nil, context: context, output: output
        ) { bundleID in
            guard let record = records[bundleID] else { throw ControlError.notFound("there is no app \(bundleID)") }
            let app = AppUpdate(link: link, context: context, isQuiet: output.printsJSON)
            let version = try await app.run(record)
            let packs = PackFetch(link: link, context: context, bundleID: bundleID, isQuiet: output.printsJSON)
            var update =
                record.hasAssetPacks ?? true ? try await packs.update() : PackUpdate(bundleID: bundleID, available: [:])
            update.version = version
            return update
        }
    }
}
