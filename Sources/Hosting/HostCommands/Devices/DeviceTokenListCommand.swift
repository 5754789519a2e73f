// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingStorage
internal import ToolSupport

struct DeviceTokenListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tokens of an app, also those that are good no longer.",
        discussion: """
            EXAMPLES
              ba-host device-token list com.example.game --data /srv/packs
            """)

    @Argument(help: "The bundle identifier of the app.") var bundleID: String
    @OptionGroup var storage: StorageOptions
    @Flag(help: "Print a JSON array.") var json = false

    private struct Shown: Encodable {
        let id, name, created: String
        let expires, revoked: String?
    }

    func run() async throws {
        let tokens = try await storage.withStore { store in
            try await store.deviceTokens(ofApp: try await store.app(bundleID: bundleID).id).map { token in
                Shown(
                    id: token.id, name: token.name, created: "\(token.createdAt)",
                    expires: token.expiresAt.map { "\($0)" }, revoked: token.revokedAt.map { "\($0)" })
            }
        }
        if json { return try Console.standard.writeJSON(tokens) }
        Console.standard.write(
            Table(
                [.init("ID"), .init("NAME"), .init("MADE"), .init("GOOD UNTIL"), .init("REVOKED")],
                rows: tokens.map { [$0.id, $0.name, $0.created, $0.expires ?? "-", $0.revoked ?? "-"] }
            ).text)
    }
}
