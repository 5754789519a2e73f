// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ToolSupport

/// `ba-transport apps`
struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "List the apps that the key reaches: a way to try it.",
        discussion: """
            EXAMPLES
              ba-transport apps --server https://packs.example.com --trust ca.pem --api-key 2X9R4HXF34 --api-issuer $ISSUER
            """)

    @OptionGroup var options: ServerOptions
    @Flag(help: "Print a JSON array.") var json = false

    func run() async throws {
        let apps = try await options.withConnection { try await PackServer($0).apps() }
        if json { return try Console.standard.writeJSON(apps) }
        if apps.isEmpty { return Console.standard.note("The key reaches no app.") }
        Console.standard.write(
            Table([.init("BUNDLE ID"), .init("NAME"), .init("ID")], rows: apps.map { [$0.bundleID, $0.name, $0.id] })
                .text)
    }
}
