// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct MailSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Say which server takes the host's mail, and whom it is from.",
        discussion: """
            All servers and workers of the host go by it from then on. TLS is asked for, and verified; only a server that \
            is reached without a network may do without (tls=none). The password is kept in the host's database, as the \
            secrets of web hooks are.

            EXAMPLES
              ba-host mail set smtp://packs@mail.example.com --from packs@example.com --password-file secret --data /srv/packs
              ba-host mail set 'smtp://localhost?tls=none' --from packs@example.com --data /srv/packs
            """)

    @Argument(help: "smtp://USER@HOST:PORT, with STARTTLS, or smtps://USER@HOST:PORT.") var url: String
    @Option(name: .customLong("from"), help: "The address that mail is from.") var sender: MailAddress
    @Option(help: "A file whose first line is the user's password; - for standard input.", completion: .file())
    var passwordFile: String?
    @OptionGroup var storage: StorageOptions

    func run() async throws {
        let server = try MailServer(url: url, password: try password(), sender: sender)
        try await storage.withStore(makesHost: true) { store in try await store.setMailServer(server) }
        Console.standard.note("Mail goes to \(server.url). `ba-host mail test ADDRESS` tries it.")
    }

    private func password() throws -> String? {
        guard let passwordFile else { return nil }
        let path = passwordFile == "-" ? "/dev/stdin" : passwordFile
        let text: String
        do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
            throw HostCommandError.setting(
                "--password-file", "\(passwordFile) cannot be read: \(error.localizedDescription)")
        }
        guard let line = text.split(separator: "\n").first, !line.isEmpty else {
            throw HostCommandError.setting("--password-file", "\(passwordFile) is empty")
        }
        return String(line)
    }
}
