// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct KeyCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a key, and print its private half, which is not shown again.",
        discussion: """
            EXAMPLES
              ba-host key create --data /srv/packs --role DEVELOPER --name "build server"
              ba-host key create --data /srv/packs --role DEVELOPER --app com.example.game --json
            """)

    @OptionGroup var storage: StorageOptions
    @Option(help: "What the key may do.") var role: Role = .developer
    @Option(help: "What it is for, as lists show it.") var name = "made by ba-host key create"
    @Option(
        name: .customLong("app"), parsing: .singleValue,
        help: "The bundle identifier of an app that it is for; it reaches all apps without this.")
    var apps: [String] = []
    @Flag(help: "Print one JSON object.") var json = false

    func run() async throws {
        let key = try await storage.withStore(makesHost: true) { store in
            try await NewKey.make(name: name, role: role, apps: apps, in: store)
        }
        let console = Console.standard
        if json { try console.writeJSON(key) } else { console.write(key.privateKey) }
        if let failure = console.outputFailure {
            // Nobody has it.
            try await storage.withStore { store in try await store.revokeKey(key.id) }
            throw failure.adding("the key \(key.id) was revoked again")
        }
        if json { return }
        console.note(
            "Keep it as AuthKey_\(key.id).p8, mode 600; it is not shown again.\nkey ID: \(key.id)\nissuer: \(key.issuer)"
        )
    }
}

extension Role: ExpressibleByArgument {}
