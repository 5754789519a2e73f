// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BundleSigning
internal import ToolSupport

struct TeamNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a team.",
        discussion: """
            EXAMPLE
              ba team new studio
            """)

    @Argument(help: "What you call the team: letters, digits, '.', '-' and '_'.")
    var name: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let folder = try TeamCommand.folder(context)
        let key = TeamKey()
        try ControlError.wrapping { () throws(SigningError) in try folder.add(key, as: name) }
        let record = TeamRecord(key.team, name: name, in: folder)
        if output.printsJSON { return try context.console.writeJSON(record) }
        context.console.write(record.text)
        context.console.note(
            "Keep a copy of the private key in a safe place: without it nobody can update what it signed.")
    }
}
