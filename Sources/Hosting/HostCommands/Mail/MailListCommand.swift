// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct MailListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the newest mails, and what became of them.",
        discussion: """
            EXAMPLES
              ba-host mail list --data /srv/packs
            """)

    @OptionGroup var storage: StorageOptions
    @Option(help: "How many.") var limit = 50
    @Flag(help: "Print a JSON array.") var json = false

    private struct Shown: Encodable {
        let made, to, subject, state: String
        let sent, error: String?
    }

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit is from 1 to 10000.") }
    }

    func run() async throws {
        let mails = try await storage.withStore { store in
            try await store.mails(limit: limit).map { mail in
                Shown(
                    made: "\(mail.createdAt)", to: mail.recipient.description, subject: mail.subject,
                    state: mail.state.rawValue, sent: mail.sentAt.map { "\($0)" }, error: mail.error)
            }
        }
        if json { return try Console.standard.writeJSON(mails) }
        Console.standard.write(
            Table(
                [.init("MADE"), .init("TO"), .init("STATE"), .init("SUBJECT"), .init("ERROR")],
                rows: mails.map { [$0.made, $0.to, $0.state, $0.subject, $0.error ?? "-"] }
            ).text)
    }
}
