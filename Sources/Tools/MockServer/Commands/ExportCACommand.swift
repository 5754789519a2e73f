// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import HostingIdentity
internal import SystemSupport
internal import ToolSupport

/// `ba-serve export-ca`
package struct ExportCACommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "export-ca",
        abstract: "Prints the certificate of the server's own authority, for other devices to trust.",
        discussion: """
            A server with --data-path has an authority of its own: give that folder here too.

            EXAMPLES
              ba-serve export-ca -o ca.pem
              ba-serve export-ca --data-path Staging -o staging-ca.pem
            """)

    @Option(name: [.short, .customLong("output-path")], help: "The file to write; standard output without it.")
    var output: String?

    @OptionGroup var dataOptions: DataFolderOptions

    package init() {}

    package func run() async throws {
        let console = Console.standard
        // What cannot be written is said before an authority is made.
        let target = try output.map { path throws(ToolError) in try OutputPath(path) }
        // Where no server has been, an authority would be made that none has.
        if let path = dataOptions.dataPath, FileStatus(resolving: path) == nil {
            throw ToolError(
                .noInput, "there is no folder \(path): name the one that a server was given with --data-path")
        }
        let data = try dataOptions.folder
        let identity = data.identity
        let pem = try MockServerError.proving { () throws(IdentityError) in
            try identity.withLock { folder throws(IdentityError) in
                try CertificateAuthority.load(from: identity, in: folder).authority.pem
            }
        }
        if let target {
            let folder = try Directory(opening: target.folder)
            try folder.writeAtomically((pem + "\n").utf8, to: target.name, mode: 0o644)
        } else {
            console.write(pem)
        }
        console.note(Self.instructions(file: output ?? "ca.pem"))
    }

    /// How devices come to trust it.
    static func instructions(file: String) -> String {
        """
        Whoever trusts this certificate trusts every server that this machine's user vouches for: use it for development.
        Linux, for the Background Assets service: ba trust \(file)
        Linux, for all programs (Debian): copy it to /usr/local/share/ca-certificates/ba-serve.crt and run \
        update-ca-certificates
        iPhone, iPad, Apple TV, Apple Vision: send them the file, install the profile in Settings, then switch it on \
        under General › About › Certificate Trust Settings
        Mac: add it in Keychain Access and set it to “Always Trust”
        """
    }
}
