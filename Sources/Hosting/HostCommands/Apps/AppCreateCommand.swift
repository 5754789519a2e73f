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
    @Option(help: "The language of what has no other.") var primaryLocale = "en-US"
    @Option(
        help: ArgumentHelp(
            "Who decides on what is submitted: nobody, one reviewer, or another person than the one who submitted it.",
            valueName: "policy"))
    var reviewPolicy = ReviewPolicy.oneReviewer

    @Flag(name: .customLong("private"), help: "Its packs are for devices with a token alone (`ba-host device-token`).")
    var isPrivate = false

    func validate() throws {
        // As Apple has them; the addresses of its packs have it as a part of their paths.
        let isAllowed = bundleID.utf8.allSatisfy { byte in
            let character = Character(UnicodeScalar(byte))
            return character.isASCII && (character.isLetter || character.isNumber || "-.".contains(character))
        }
        guard isAllowed, (1...155).contains(bundleID.utf8.count), !bundleID.hasPrefix("."), !bundleID.contains("..")
        else {
            throw ValidationError(
                "'\(bundleID)' is no bundle identifier, which has letters, digits, '-' and '.': com.example.game")
        }
    }

    func run() async throws {
        let app = try await storage.withStore(makesHost: true) { store in
            let app = try await store.createApp(
                bundleID: bundleID, name: name ?? bundleID, sku: sku ?? bundleID, primaryLocale: primaryLocale,
                reviewPolicy: reviewPolicy)
            if isPrivate { try await store.setPrivate(true, app: app.id) }
            return app
        }
        Console.standard.write(app.id)
    }
}

extension ReviewPolicy: ExpressibleByArgument {}
