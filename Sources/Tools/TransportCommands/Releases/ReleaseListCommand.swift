// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ToolSupport

struct ReleaseListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List what devices get of each pack of an app.",
        discussion: """
            EXAMPLES
              ba-transport release list --app com.example.game
            """)

    @OptionGroup var app: AppOptions
    @Flag(help: "Print a JSON array.") var json = false

    func run() async throws {
        let contexts = try await app.withApp { server, app in
            try server.checkContexts()
            var contexts: [PackContextRecord] = []
            for pack in try await server.packs(of: app, query: [("sort", "assetPackIdentifier")])
            where !pack.isArchived { contexts += try await server.contexts(of: pack) }
            return contexts
        }
        if json { return try Console.standard.writeJSON(contexts) }
        if contexts.isEmpty { return Console.standard.note("The app has no packs.") }
        Console.standard.write(
            Table(
                [.init("PACK"), .init("CONTEXT"), .init("DEVICES GET")],
                rows: contexts.map { [$0.pack, $0.context, $0.words] }
            ).text)
    }
}
