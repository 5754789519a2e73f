// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct MemberListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List who is of the team.",
        discussion: """
            EXAMPLES
              ba-host member list --data /srv/packs
            """)

    @OptionGroup var storage: StorageOptions
    @Flag(help: "Print a JSON array.") var json = false

    private struct Shown: Encodable {
        let mail, name, role: String
        /// Bundle identifiers; nil for all apps.
        let apps: [String]?
        let getsMail: Bool
        let added: String
    }

    func run() async throws {
        let members = try await storage.withStore { store in
            let names = Dictionary(
                try await store.allApps().map { ($0.id, $0.bundleID) }, uniquingKeysWith: { first, _ in first })
            return try await store.members().map { member in
                Shown(
                    mail: member.mail.description, name: member.name, role: member.role.rawValue,
                    apps: member.appIDs?.map { names[$0] ?? $0 }, getsMail: member.getsMail,
                    added: "\(member.createdAt)")
            }
        }
        if json { return try Console.standard.writeJSON(members) }
        Console.standard.write(
            Table(
                [.init("MEMBER"), .init("ROLE"), .init("NAME"), .init("APPS"), .init("MAIL")],
                rows: members.map {
                    [
                        $0.mail, $0.role, $0.name.isEmpty ? "-" : $0.name, $0.apps?.joined(separator: ", ") ?? "all",
                        $0.getsMail ? "yes" : "no",
                    ]
                }
            ).text)
    }
}
