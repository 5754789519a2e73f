// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct PackGetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Fetch asset packs and wait until they can be read.",
        discussion: """
            Packs that are there are left as they are, unless --latest asks for their newest versions. Ctrl-C leaves \
            the downloads to the service.

            EXAMPLES
              ba pack get Tutorial Shoreline
              ba pack get CoastModel --latest --app com.naturelab.thecoast
            """)

    @Argument(help: "The identifiers of the packs.", completion: IdentifierCompletion.packs)
    var packs: [String]

    @Option(
        help: "The bundle identifier of the app; needed when several apps have such packs.",
        completion: IdentifierCompletion.apps)
    var app: String?

    @Flag(help: "Fetch the newest versions where older ones are there.")
    var latest = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let link = try ControlContext.link()
        let bundleID = try await AppSelection.bundleID(named: app, havingPacks: packs, link: link)
        let fetch = PackFetch(link: link, context: context, bundleID: bundleID, isQuiet: output.printsJSON)
        let reply = try await fetch.get(packs, latest: latest)
        if output.printsJSON {
            try context.console.writeJSON(reply)
        } else {
            for (id, version) in reply.available.sorted(by: { $0.key < $1.key }) {
                context.console.write("\(id) is there in version \(version).")
            }
        }
        if !reply.failures.isEmpty { throw ControlError.packsFailed(reply.failures) }
    }
}
