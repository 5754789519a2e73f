// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct AppListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the apps.",
        discussion: """
            EXAMPLES
              ba-host app list --data /srv/packs
            """)

    @OptionGroup var storage: StorageOptions
    @Flag(help: "Print a JSON array.") var json = false

    private struct Shown: Encodable {
        let id, bundleID, name, sku, primaryLocale: String
    }

    func run() async throws {
        let apps = try await storage.withStore { store in
            try await store.allApps().map {
                Shown(id: $0.id, bundleID: $0.bundleID, name: $0.name, sku: $0.sku, primaryLocale: $0.primaryLocale)
            }
        }
        if json { return try Console.standard.writeJSON(apps) }
        Console.standard.write(
            Table(
                [.init("BUNDLE ID"), .init("NAME"), .init("SKU"), .init("ID")],
                rows: apps.map { [$0.bundleID, $0.name, $0.sku, $0.id] }
            ).text)
    }
}
