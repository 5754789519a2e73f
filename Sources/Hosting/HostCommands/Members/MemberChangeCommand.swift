// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct MemberChangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change somebody's name, role, apps or mail; what is not given stays.",
        discussion: """
            EXAMPLES
              ba-host member change ada@example.com --role ADMIN --all-apps --data /srv/packs
            """)

    @Argument(help: "The address of their mail.") var mail: MailAddress
    @OptionGroup var member: MemberOptions
    @Flag(help: "Limit them to no apps any more.") var allApps = false
    @OptionGroup var storage: StorageOptions

    func validate() throws {
        guard !(allApps && !member.apps.isEmpty) else { throw ValidationError("Give --app, or --all-apps.") }
    }

    func run() async throws {
        let changed = try await storage.withStore { store in
            var values = try await member.values(in: store)
            if allApps { values.appIDs = [] }
            return try await store.changeMember(mail, values)
        }
        Console.standard.note("\(changed.mail) is \(changed.role.rawValue).")
    }
}
