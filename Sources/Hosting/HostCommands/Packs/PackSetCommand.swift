// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingStorage
internal import ToolSupport

/// `ba-host pack set`
struct PackSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change who gets a pack of an app that is for all devices.",
        discussion: """
            EXAMPLES
              ba-host pack set com.example.game Preview --private --data /srv/packs
            """)

    @OptionGroup var options: PackOptions
    @Flag(
        name: .customLong("private"), inversion: .prefixedNo,
        help: "It is for devices with a token of the app alone (`ba-host device-token`), or for all.")
    var isPrivate: Bool

    func run() async throws {
        try await options.withPack { store, pack in _ = try await store.setPrivate(isPrivate, pack: pack.id) }
        Console.standard.note(
            "\(options.pack) is " + (isPrivate ? "for devices with a token alone." : "for all devices of its app."))
    }
}
