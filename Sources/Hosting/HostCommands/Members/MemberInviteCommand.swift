// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct MemberInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Let somebody of the team choose a password for the page.",
        discussion: """
            An address of the page is printed, which is good once, for three days: send it to them, and to nobody else. Where \
            they had a password it holds until they have chosen another.

            EXAMPLES
              ba-host member invite ada@example.com --data /srv/packs
            """)

    @Argument(help: "The address of their mail.") var mail: MailAddress
    @OptionGroup var storage: StorageOptions

    func run() async throws {
        let (secret, base) = try await storage.withStore { store in
            (try await store.invite(mail), try await PublicURL.recorded(in: store))
        }
        Console.standard.write((base ?? "") + "/console/welcome/" + secret.text)
        if base == nil {
            Console.standard.note("No server of the host has run yet: its address belongs in front of this.")
        }
    }
}
