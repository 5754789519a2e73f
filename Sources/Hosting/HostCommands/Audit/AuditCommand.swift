// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "List what was changed, when and by whom.",
        discussion: """
            The newest comes first. Entries are made with what they tell of, and are kept for good.

            EXAMPLES
              ba-host audit --data /srv/packs
              ba-host audit --app com.example.game --limit 1000 --json --data /srv/packs
            """)

    @OptionGroup var storage: StorageOptions
    @Option(
        name: .customLong("app"),
        help: "The bundle identifier of an app whose changes are wanted, and no others.")
    var bundleID: String?
    @Option(help: "How many, at most.") var limit = 100
    @Flag(help: "Print a JSON array.") var json = false

    private struct Row: Encodable {
        let time: String
        let by: String
        let action: String
        let app: String?
        let subject: String
        let detail: String?
    }

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit must be 1 or more") }
    }

    func run() async throws {
        let rows = try await storage.withStore { store in
            let apps = try await store.allApps()
            var listing = AuditListing(limit: limit)
            if let bundleID { listing.appIDs = [try await store.app(bundleID: bundleID).id] }
            let names = Dictionary(apps.map { ($0.id, $0.bundleID) }) { first, _ in first }
            let people = Dictionary(
                try await store.keys().map { ($0.id, $0.name) }
                    + store.members().map { ($0.id, $0.mail.description) }
            ) { first, _ in first }
            return try await store.auditEntries(listing).elements.map { entry in
                Row(
                    time: entry.time.description, by: Self.words(entry.principal, people),
                    action: entry.action.rawValue,
                    app: entry.appID.map { names[$0] ?? $0 }, subject: entry.subject, detail: entry.detail)
            }
        }
        if json { return try Console.standard.writeJSON(rows) }
        if rows.isEmpty { return Console.standard.note("Nothing has been changed.") }
        Console.standard.write(
            Table(
                [.init("TIME"), .init("BY"), .init("ACTION"), .init("APP"), .init("WHAT")],
                rows: rows.map { row in
                    [
                        row.time, row.by, row.action, row.app ?? "",
                        [row.subject, row.detail].compactMap(\.self).joined(separator: ": "),
                    ]
                }
            ).text)
    }

    private static func words(_ principal: Principal, _ names: [String: String]) -> String {
        switch principal.kind {
        case .key: "key \(principal.id)" + (names[principal.id].map { " (\($0))" } ?? "")
        case .member: names[principal.id] ?? "member \(principal.id)"
        case .machine: "this machine"
        case .host: "the host"
        }
    }
}
