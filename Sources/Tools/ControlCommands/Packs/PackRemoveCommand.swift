// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import ServiceInterface
internal import ToolSupport

struct PackRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove asset packs from this device.",
        discussion: """
            The app can fetch them again; so does `ba pack get`. A download under way is cancelled.

            EXAMPLE
              ba pack remove Tutorial
            """)

    @Argument(help: "The identifiers of the packs.", completion: IdentifierCompletion.packs)
    var packs: [String]

    @Option(
        help: "The bundle identifier of the app; needed when several apps have such packs.",
        completion: IdentifierCompletion.apps)
    var app: String?

    @OptionGroup var output: OutputOptions

    private struct Removal: Encodable {
        var bundleID: String
        var packIDs: [String]
    }

    func run() async throws {
        let context = ControlContext.current
        let link = try ControlContext.link()
        let bundleID = try await AppSelection.bundleID(named: app, havingPacks: packs, link: link)
        for pack in packs {
            _ = try await link.call(
                PacksInterface.Remove(bundleID: bundleID, packID: pack, callID: UUID().uuidString))
            if !output.printsJSON { context.console.note("Removed \(pack) of \(bundleID).") }
        }
        if output.printsJSON { try context.console.writeJSON(Removal(bundleID: bundleID, packIDs: packs)) }
    }
}
