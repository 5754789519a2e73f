// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct KeyListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys, also those that are revoked.",
        discussion: """
            EXAMPLES
              ba-host key list --data /srv/packs
            """)

    @OptionGroup var storage: StorageOptions
    @Flag(help: "Print a JSON array.") var json = false

    private struct Shown: Encodable {
        let id, name, role, created: String
        /// Bundle identifiers; nil for all apps.
        let apps: [String]?
        let revoked: String?
    }

    func run() async throws {
        let keys = try await storage.withStore { store in
            var bundleIDs: [String: String] = [:]
            var shown: [Shown] = []
            for key in try await store.keys() {
                for id in key.appIDs ?? [] where bundleIDs[id] == nil {
                    bundleIDs[id] = try await store.app(id)?.bundleID ?? id
                }
                shown.append(
                    Shown(
                        id: key.id, name: key.name, role: key.role.rawValue, created: "\(key.createdAt)",
                        apps: key.appIDs?.map { bundleIDs[$0] ?? $0 },
                        revoked: key.revokedAt.map { "\($0)" }))
            }
            return shown
        }
        if json { return try Console.standard.writeJSON(keys) }
        Console.standard.write(
            Table(
                [.init("KEY ID"), .init("ROLE"), .init("APPS"), .init("NAME"), .init("MADE"), .init("REVOKED")],
                rows: keys.map {
                    [$0.id, $0.role, $0.apps?.joined(separator: ", ") ?? "all", $0.name, $0.created, $0.revoked ?? "-"]
                }
            ).text)
    }
}
