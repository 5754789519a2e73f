// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingStorage
internal import ToolSupport

/// `ba-host app set`
struct AppSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change who gets the packs of an app.",
        discussion: """
            EXAMPLES
              ba-host app set com.example.game --private --data /srv/packs
            """)

    @Argument(help: "Its bundle identifier.") var bundleID: String
    @OptionGroup var storage: StorageOptions
    @Flag(
        name: .customLong("private"), inversion: .prefixedNo,
        help: "Its packs are for devices with a token alone (`ba-host device-token`), or for all.")
    var isPrivate: Bool

    func run() async throws {
        try await storage.withStore { store in
            try await store.setPrivate(isPrivate, app: try await store.app(bundleID: bundleID).id)
        }
        Console.standard.note(
            "\(bundleID) is " + (isPrivate ? "for devices with a token alone." : "for all devices."))
    }
}
