// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BundleSigning
internal import ToolSupport

struct TeamShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the public key and the fingerprint of a team.",
        discussion: """
            EXAMPLES
              ba team show studio
              ba team show studio --json
            """)

    @Argument(help: "The team's name.")
    var name: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let folder = try TeamCommand.folder(context)
        let key = try ControlError.wrapping { () throws(SigningError) in try folder.key(of: name) }
        let record = TeamRecord(key.team, name: name, in: folder)
        if output.printsJSON { return try context.console.writeJSON(record) }
        context.console.write(record.text)
    }
}
