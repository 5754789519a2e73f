// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingStorage
internal import ToolSupport

struct KeyRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a key, for good.",
        discussion: """
            EXAMPLES
              ba-host key revoke 2X9R4HXF34 --data /srv/packs
            """)

    @Argument(help: "The ID of the key.") var id: String
    @OptionGroup var storage: StorageOptions

    func run() async throws {
        try await storage.withStore { store in try await store.revokeKey(id) }
        Console.standard.note("\(id) is revoked: nothing more is done for whoever has it.")
    }
}
