// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import FoundationEssentials
internal import ToolSupport

/// Which server a command speaks to, and as whom.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server: an https address, or `apple` for App Store Connect; http for one on this machine alone.",
            valueName: "url"))
    var server: String?
    @Option(
        help: ArgumentHelp("A PEM file with authorities that are trusted beside the system's.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt"]))
    var trust: String?
    @Option(name: [.long, .customLong("apiKey")], help: ArgumentHelp("The ID of the key.", valueName: "id"))
    var apiKey: String?
    @Option(
        name: [.long, .customLong("apiIssuer")],
        help: ArgumentHelp("The issuer of the team's keys; none for a key of one member.", valueName: "uuid"))
    var apiIssuer: String?
    @Option(
        name: .customLong("p8-file-path"),
        help: ArgumentHelp("The file of the key, where it is in none of the usual folders.", valueName: "file"),
        completion: .file(extensions: ["p8"]))
    var keyFile: String?
    @Option(help: ArgumentHelp("How often a request is sent again that fails for a while.", valueName: "number"))
    var retries = 8

    func validate() throws {
        guard (0...100).contains(retries) else { throw ValidationError("--retries is a number from 0 to 100.") }
    }

    func settings() throws(TransportError) -> TransportSettings {
        let values = [
            "server": server, "trust": trust, "api-key": apiKey, "api-issuer": apiIssuer, "p8-file-path": keyFile,
        ]
        return try TransportSettings(environment: ProcessInfo.processInfo.environment) { values[$0] ?? nil }
    }

    /// Does something with a connection, which ends with it.
    func withConnection<Result: Sendable>(_ body: (APIConnection) async throws -> Result) async throws -> Result {
        let settings = try settings()
        let environment = ProcessInfo.processInfo.environment
        let tokens = try await TokenSource(settings, environment: environment)
        let connection = try APIConnection(
            to: settings.server, trusting: settings.trust, as: tokens, retries: RetryRules(limit: retries),
            proxies: ProxyRules(environment: environment))
        do {
            let result = try await body(connection)
            await connection.close()
            return result
        } catch {
            await connection.close()
            throw error
        }
    }
}
