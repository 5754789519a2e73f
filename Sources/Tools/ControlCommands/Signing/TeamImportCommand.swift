// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BundleSigning
internal import Glibc
internal import SystemSupport
internal import ToolSupport

struct TeamImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take over the private key of a team.",
        discussion: """
            FILE is what `ba team export` or `openssl genpkey -algorithm ed25519` writes; `-` reads standard input, so \
            that a secret of a CI job need not lie in a file of its own.

            EXAMPLES
              ba team import studio studio.pem
              printenv TEAM_KEY | ba team import studio -
            """)

    @Argument(help: "What you call the team.")
    var name: String

    @Argument(help: "The file of its private key, or - for standard input.", completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let folder = try TeamCommand.folder(context)
        let key = try file == "-" ? Self.keyFromInput() : key(at: context.absolute(file))
        try ControlError.wrapping { () throws(SigningError) in try folder.add(key, as: name) }
        let record = TeamRecord(key.team, name: name, in: folder)
        if output.printsJSON { return try context.console.writeJSON(record) }
        context.console.write(record.text)
    }

    private func key(at path: String) throws(ControlError) -> TeamKey {
        guard FileStatus(path: path) != nil else { throw .notFound("there is no file at \(path)") }
        return try ControlError.wrapping { () throws(SigningError) in try TeamFolder.key(inFile: path) }
    }

    private static func keyFromInput() throws(ControlError) -> TeamKey {
        let bytes: [UInt8]
        do throws(SystemError) {
            let input = try OwnedDescriptor(
                checking: fcntl(0, F_DUPFD_CLOEXEC, 0), "read", "standard input")
            bytes = try input.readAll(limit: 8 << 10, subject: "standard input")
        } catch { throw .file(error) }
        return try ControlError.wrapping { () throws(SigningError) in
            try TeamKey(pem: String(decoding: bytes, as: UTF8.self), subject: "standard input")
        }
    }
}
