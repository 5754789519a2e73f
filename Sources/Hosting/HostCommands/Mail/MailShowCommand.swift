// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct MailShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show which server takes the host's mail.",
        discussion: """
            EXAMPLES
              ba-host mail show --data /srv/packs
            """)

    @OptionGroup var storage: StorageOptions
    @Flag(help: "Print one JSON object.") var json = false

    private struct Shown: Encodable {
        /// nil when no mail is sent.
        let server, from: String?
    }

    func run() async throws {
        let server = try await storage.withStore { store in try await store.mailServer() }
        if json { return try Console.standard.writeJSON(Shown(server: server?.url, from: server?.sender)) }
        Console.standard.write(
            server.map { "\($0.url) from \($0.sender)" } ?? "No mail is sent: `ba-host mail set` names a server.")
    }
}
