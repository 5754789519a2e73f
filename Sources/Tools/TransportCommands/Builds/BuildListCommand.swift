// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ToolSupport

struct BuildListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the builds of an app, the newest first.",
        discussion: """
            EXAMPLES
              ba-transport build list --app com.example.game
            """)

    @OptionGroup var app: AppOptions
    @Flag(help: "Print a JSON array.") var json = false

    func run() async throws {
        let builds = try await app.withApp { server, app in
            try await server.builds(of: app).map { ShownBuild($0) }
        }
        if json { return try Console.standard.writeJSON(builds) }
        if builds.isEmpty { return Console.standard.note("The app has no builds.") }
        Console.standard.write(builds)
    }
}
