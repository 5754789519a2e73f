// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct MemberAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add somebody to the team: as a developer, if no role is given.",
        discussion: """
            EXAMPLES
              ba-host member add ada@example.com --name "Ada Lovelace" --role APP_MANAGER --data /srv/packs
              ba-host member add studio@example.org --app com.example.game --no-mail
            """)

    @Argument(help: "The address of their mail.") var mail: MailAddress
    @OptionGroup var member: MemberOptions
    @OptionGroup var storage: StorageOptions

    func run() async throws {
        let made = try await storage.withStore(makesHost: true) { store in
            try await store.createMember(mail, try await member.values(in: store))
        }
        Console.standard.note("\(made.mail) is of the team now, as \(made.role.rawValue).")
    }
}
