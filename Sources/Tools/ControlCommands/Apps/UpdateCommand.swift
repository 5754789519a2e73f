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
            installing their new version with `ba install`. An app that manages its assets itself is asked what it wants, \
            which then comes in the background. A version that names more room than the installed one is \
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
            noneNote: "No app is installed that has assets to update or came from a server.", context: context,
            output: output
        ) { bundleID, update in
            guard let record = records[bundleID] else { throw ControlError.notFound("there is no app \(bundleID)") }
            // The app, its packs and its own files come from servers of their own, and have each their turn.
            var failure: ControlError?
            /// The first failure is the app's; what else goes wrong is told.
            func attempt(_ step: () async throws -> Void) async throws {
                do { try await step() } catch let error as ControlError {
                    guard let cause = error.causeOfOneApp else { throw error }
                    if failure != nil { context.console.note("error: \(bundleID): \(cause)") }
                    failure = failure ?? error
                }
            }
            try await attempt {
                update.version = try await AppUpdate(
                    link: link, context: context, isQuiet: output.printsJSON,
                    consent: consent.value(context, printsJSON: output.printsJSON)
                ).run(record)
            }
            let version = update.version
            if record.hasAssetPacks ?? true {
                let packs = PackFetch(link: link, context: context, bundleID: bundleID, isQuiet: output.printsJSON)
                try await attempt { update = try await packs.update() }
            } else {
                update.available = [:]
            }
            if record.requestsContent ?? false {
                try await attempt {
                    let reply = try await link.call(FilesInterface.RequestContent(bundleID: bundleID))
                    update.wantedFiles = reply.wanted
                    for refusal in reply.refusals { context.console.note("\(bundleID): \(refusal)") }
                }
            }
            update.version = version
            guard let failure else { return }
            if let problem = update.error { context.console.note("error: \(bundleID): \(problem)") }
            throw failure
        }
    }
}
