// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct MemberRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove somebody from the team.",
        discussion: """
            Their own keys are revoked. Those of the team that they know stay: `ba-host key revoke` ends them.

            EXAMPLES
              ba-host member remove ada@example.com --data /srv/packs
            """)

    @Argument(help: "The address of their mail.") var mail: MailAddress
    @OptionGroup var storage: StorageOptions

    func run() async throws {
        try await storage.withStore { store in try await store.removeMember(mail) }
        Console.standard.note("\(mail) is not of the team any more.")
    }
}
