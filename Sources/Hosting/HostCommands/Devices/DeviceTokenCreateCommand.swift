// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct DeviceTokenCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a token for devices of an app, and print it, which is not done again.",
        discussion: """
            One may be of one device, of a fleet, or of a customer: what is revoked is the token.

            EXAMPLES
              ba-host device-token create com.example.game --name "kiosks in Lyon" --days 365 --data /srv/packs
            """)

    @Argument(help: "The bundle identifier of the app.") var bundleID: String
    @OptionGroup var storage: StorageOptions
    @Option(help: "What it is for, as lists show it.") var name = "made by ba-host device-token create"
    @Option(help: "Days for which it is good; for ever without this.") var days: Int?
    @Flag(help: "Print one JSON object.") var json = false

    private struct Made: Encodable {
        let id, token: String
    }

    func validate() throws {
        if let days, !(1...36_500).contains(days) { throw ValidationError("--days is a number from 1 to 36500") }
    }

    func run() async throws {
        let made = try await storage.withStore { store in
            let end = days.map { Timestamp(milliseconds: Timestamp.current.milliseconds + Int64($0) * 86_400_000) }
            let (id, token) = try await store.createDeviceToken(
                appID: try await store.app(bundleID: bundleID).id, name: name, expiresAt: end)
            return Made(id: id, token: token)
        }
        let console = Console.standard
        if json { try console.writeJSON(made) } else { console.write(made.token) }
        if let failure = console.outputFailure {
            // Nobody has it.
            try await storage.withStore { store in try await store.revokeDeviceToken(made.id) }
            throw failure.adding("the token \(made.id) was revoked again")
        }
        if json { return }
        console.note("It is not shown again; ID: \(made.id)")
    }
}
