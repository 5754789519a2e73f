// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// Which app a command is about.
struct AppOptions: ParsableArguments {
    @Option(
        name: [.long, .customLong("apple-id")],
        help: ArgumentHelp("The app: its bundle identifier, or its ID at the server.", valueName: "id"))
    var app: String
    @OptionGroup var server: ServerOptions

    /// Does something with what the server has of the app.
    func withApp<Result: Sendable>(
        _ body: (PackServer, AppRecord) async throws -> Result
    ) async throws -> Result {
        try await server.withConnection { connection in
            let server = PackServer(connection)
            return try await body(server, try await server.app(app))
        }
    }
}
