// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingStorage
internal import ToolSupport

struct DeviceTokenRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a token, for good.",
        discussion: """
            EXAMPLES
              ba-host device-token revoke 0b0c4ad2-61d6-4a4e-9b0a-5f8b3d9f6a11 --data /srv/packs
            """)

    @Argument(help: "The ID of the token.") var id: String
    @OptionGroup var storage: StorageOptions

    func run() async throws {
        try await storage.withStore { store in try await store.revokeDeviceToken(id) }
        Console.standard.note("\(id) is revoked: devices that have it get nothing more.")
    }
}
