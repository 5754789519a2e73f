// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import SystemPackage
internal import SystemSupport
internal import ToolSupport

/// `ba-serve export-ca`
package struct ExportCACommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "export-ca",
        abstract: "Prints the certificate of the server's own authority, for other devices to trust.")

    @Option(name: [.short, .customLong("output-path")], help: "The file to write; standard output without it.")
    var output: String?

    @OptionGroup var dataOptions: DataFolderOptions

    package init() {}

    package func run() async throws {
        let console = Console.standard
        let data = try dataOptions.folder
        let pem = try data.withLock { folder throws(MockServerError) in
            try CertificateAuthority.load(from: data, in: folder).authority.pem
        }
        if let output {
            let path = FilePath(output)
            guard let name = path.lastComponent?.string else { throw MockServerError.missing(path: output) }
            let parent = path.removingLastComponent()
            let folder = try Directory(opening: parent.isEmpty ? "." : parent.string)
            try folder.writeAtomically((pem + "\n").utf8, to: name, mode: 0o644)
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
