// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import ServiceInterface
internal import ToolSupport

struct UninstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Remove an app with its asset packs and its data.",
        discussion: """
            EXAMPLES
              ba uninstall com.naturelab.thecoast
              ba uninstall com.naturelab.thecoast --keep-data
            """)

    @Argument(help: "The bundle identifier of the app.", completion: IdentifierCompletion.apps)
    var id: String

    @Flag(help: "Keep what the app stored in its app group.")
    var keepData = false

    @OptionGroup var output: OutputOptions

    private struct Removal: Encodable {
        var bundleID: String
        var keptData: Bool
    }

    func run() async throws {
        let context = ControlContext.current
        _ = try await ControlContext.link().call(
            AppsInterface.Uninstall(bundleID: id, keepData: keepData, callID: UUID().uuidString))
        if output.printsJSON { return try context.console.writeJSON(Removal(bundleID: id, keptData: keepData)) }
        context.console.note("Uninstalled \(id)" + (keepData ? "; its data is kept." : " with its data."))
    }
}
