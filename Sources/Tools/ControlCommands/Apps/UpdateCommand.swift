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
            installing their new version with `ba install`. A version that names more room than the installed one is \
            shown with its sizes, and installed when you agree; --yes agrees without being asked.

            EXAMPLES
              ba update
              ba update com.naturelab.thecoast
            """)

    @Argument(help: "The bundle identifier of an app.", completion: IdentifierCompletion.apps)
    var id: String?

    @OptionGroup var consent: ConsentOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let link = try ControlContext.link()
        let apps = try await AppSelection.updatable(id, link: link)
        let records = Dictionary(apps.map { ($0.bundleID, $0) }) { first, _ in first }
        try await PackUpdates.run(
            apps.map(\.bundleID), isOneNamed: id != nil,
            noneNote: "No app is installed that has asset packs or came from a server.", context: context,
            output: output
        ) { bundleID, update in
            guard let record = records[bundleID] else { throw ControlError.notFound("there is no app \(bundleID)") }
            // Packs and app come from servers of their own, and have each their turn.
            var failure: ControlError?
            var version: String?
            do {
                version = try await AppUpdate(
                    link: link, context: context, isQuiet: output.printsJSON,
                    consent: consent.value(context, printsJSON: output.printsJSON)
                ).run(record)
            } catch let error as ControlError where error.causeOfOneApp != nil { failure = error }
            if record.hasAssetPacks ?? true {
                let packs = PackFetch(link: link, context: context, bundleID: bundleID, isQuiet: output.printsJSON)
                do {
                    update = try await packs.update()
                } catch let error as ControlError where failure != nil && error.causeOfOneApp != nil {
                    context.console.note("error: \(bundleID): \(error.causeOfOneApp ?? "")")
                }
            } else {
                update.available = [:]
            }
            update.version = version
            guard let failure else { return }
            if let problem = update.error { context.console.note("error: \(bundleID): \(problem)") }
            throw failure
        }
    }
}
