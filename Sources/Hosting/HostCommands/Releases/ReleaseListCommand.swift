// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct ReleaseListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List what devices get of each pack of an app.",
        discussion: """
            EXAMPLES
              ba-host release list com.example.game --data /srv/packs
            """)

    @Argument(help: "The bundle identifier of the app.") var bundleID: String
    @OptionGroup var storage: StorageOptions
    @Flag(help: "Print a JSON array.") var json = false

    private struct Row: Encodable {
        let pack: String
        let context: String
        let version: Int?
        let pinned: Int?
        let rolloutPercentage: Int?
        let rolloutPreviousVersion: Int?
        let rolloutStartPercentage: Int
        /// The versions of the app that get it; none without limits.
        let lowestAppVersion: String?
        let highestAppVersion: String?
        /// Whether it is for devices with a token alone.
        let isPrivate: Bool
    }

    func run() async throws {
        let contexts = try await storage.withStore { store in try await Self.contexts(ofApp: bundleID, in: store) }
        if json {
            return try Console.standard.writeJSON(
                contexts.map {
                    Row(
                        pack: $0.pack.identifier, context: $0.context.rawValue, version: $0.active?.number,
                        pinned: $0.pinned, rolloutPercentage: $0.rollout?.percentage,
                        rolloutPreviousVersion: $0.rollout?.previous, rolloutStartPercentage: $0.rolloutStart,
                        lowestAppVersion: $0.active?.appVersions.lowest?.description,
                        highestAppVersion: $0.active?.appVersions.highest?.description, isPrivate: $0.pack.isPrivate)
                })
        }
        if contexts.isEmpty { return Console.standard.note("\(bundleID) has no packs.") }
        Console.standard.write(
            Table(
                [.init("PACK"), .init("CONTEXT"), .init("DEVICES GET")],
                rows: contexts.map { [$0.pack.identifier, $0.context.rawValue, $0.words] }
            ).text)
    }

    private static func contexts(ofApp bundleID: String, in store: HostStore) async throws -> [PackContext] {
        var listing = PackListing(appID: try await store.app(bundleID: bundleID).id, limit: 200)
        listing.isArchived = false
        listing.order = [(.identifier, false)]
        var contexts: [PackContext] = []
        while true {
            let page = try await store.packs(listing)
            for summary in page.elements { contexts += try await store.contexts(ofPack: summary.pack.id) ?? [] }
            guard page.hasMore, let last = page.elements.last?.pack else { return contexts }
            listing.after = [.text(last.identifier), .text(last.id)]
        }
    }
}
