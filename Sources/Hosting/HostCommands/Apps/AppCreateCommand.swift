// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct AppCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make the record of an app.",
        discussion: """
            EXAMPLES
              ba-host app create com.example.game --name "A Game" --data /srv/packs
            """)

    @Argument(help: "Its bundle identifier.") var bundleID: String
    @OptionGroup var storage: StorageOptions
    @Option(help: "Its name, as lists show it; the bundle identifier without it.") var name: String?
    @Option(help: "A name of your own for it; the bundle identifier without it.") var sku: String?
    @Option(help: "The language of what has no other.") var primaryLocale = NewApp.usualLocale
    @Option(help: ReviewPolicy.help)
    var reviewPolicy = ReviewPolicy.oneReviewer

    @Flag(name: .customLong("private"), help: "Its packs are for devices with a token alone (`ba-host device-token`).")
    var isPrivate = false

    private var record: NewApp {
        NewApp(bundleID: bundleID, name: name, sku: sku, primaryLocale: primaryLocale, reviewPolicy: reviewPolicy)
    }

    func validate() throws {
        if let fault = record.fault { throw ValidationError(fault) }
    }

    func run() async throws {
        let app = try await storage.withStore(makesHost: true) { store in
            let app = try await store.createApp(record)
            return isPrivate ? try await store.change(AppChange(isPrivate: true), app: app.id) : app
        }
        Console.standard.write(app.id)
    }
}
