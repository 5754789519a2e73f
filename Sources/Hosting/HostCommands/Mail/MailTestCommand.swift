// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import HostingModel
internal import HostingNotification
internal import HostingStorage
internal import ToolSupport

struct MailTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a mail, and wait until the server has taken it.",
        discussion: """
            It ends with 69 when the server does not take it, and says why.

            EXAMPLES
              ba-host mail test ada@example.com --data /srv/packs
            """)

    @Argument(help: "Whom the mail is for.") var recipient: MailAddress
    @Option(
        name: .customLong("trust"), parsing: .singleValue,
        help: "A PEM file with certificates that the server may show, beside those that the system trusts.",
        completion: .file())
    var authorityPaths: [String] = []
    @OptionGroup var storage: StorageOptions

    func run() async throws {
        let authorities = try TrustedAuthorities.read(authorityPaths)
        let server = try await storage.withStore { store in try await store.mailServer() }
        guard let server, let sender = MailAddress(server.sender) else {
            throw HostCommandError.setting("ba-host mail set", "no server is named that takes mail")
        }
        let message = MailMessage(
            id: UUID().uuidString.lowercased(), from: sender, to: recipient, subject: "A test of ba-host",
            body: "The host sends mail through \(server.host):\(server.port).", date: .current)
        if let failure = await SMTPClient(trusting: authorities).send(message, over: server) {
            throw HostCommandError.mail(failure.reason)
        }
        Console.standard.note("\(server.host) has taken a mail for \(recipient).")
    }
}
