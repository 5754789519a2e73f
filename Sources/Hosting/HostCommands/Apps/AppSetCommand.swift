// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

/// `ba-host app set`
struct AppSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change the name of an app, who gets its packs, and who decides on them.",
        discussion: """
            EXAMPLES
              ba-host app set com.example.game --name "A Better Game" --data /srv/packs
              ba-host app set com.example.game --private --data /srv/packs
              ba-host app set com.example.game --review-policy four-eyes --data /srv/packs
            """)

    @Argument(help: "Its bundle identifier.") var bundleID: String
    @OptionGroup var storage: StorageOptions
    @Option(help: "Its name, as lists show it.") var name: String?
    @Flag(
        name: .customLong("private"), inversion: .prefixedNo,
        help: "Its packs are for devices with a token alone (`ba-host device-token`), or for all.")
    var isPrivate: Bool?
    @Option(help: ReviewPolicy.help)
    var reviewPolicy: ReviewPolicy?

    private var change: AppChange { AppChange(name: name, reviewPolicy: reviewPolicy, isPrivate: isPrivate) }

    func validate() throws {
        guard change != AppChange() else {
            throw ValidationError("Say what is to change: --name, --private, --no-private or --review-policy.")
        }
        if let fault = change.fault { throw ValidationError(fault) }
    }

    func run() async throws {
        try await storage.withStore { store in
            _ = try await store.change(change, app: try await store.app(bundleID: bundleID).id)
        }
        if let name { Console.standard.note("\(bundleID) is called \(name).") }
        if let isPrivate {
            Console.standard.note(
                "\(bundleID) is " + (isPrivate ? "for devices with a token alone." : "for all devices."))
        }
        if let reviewPolicy {
            Console.standard.note("What is submitted of \(bundleID) is decided on by \(reviewPolicy.rawValue).")
        }
    }
}
