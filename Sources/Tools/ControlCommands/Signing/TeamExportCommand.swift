// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BundleSigning
internal import ToolSupport

struct TeamExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Copy the private key of a team to a file, to take it elsewhere.",
        discussion: """
            The file is one that only you can read (PKCS #8 in PEM). Who has it can sign for the team.

            EXAMPLE
              ba team export studio -o studio.pem
            """)

    @Argument(help: "The team's name.")
    var name: String

    @Option(name: [.customShort("o"), .customLong("output")], help: "The file to write; nothing may stand there.")
    var output: String

    @OptionGroup var format: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let folder = try TeamCommand.folder(context)
        let path = context.absolute(output)
        let key = try ControlError.wrapping { () throws(SigningError) in
            try folder.export(name, to: path)
            return try folder.key(of: name)
        }
        var record = TeamRecord(key.team, name: name, in: folder)
        record.path = path
        if format.printsJSON { return try context.console.writeJSON(record) }
        context.console.write("Wrote the private key of \(name) (\(record.fingerprint)) to \(path).")
    }
}
