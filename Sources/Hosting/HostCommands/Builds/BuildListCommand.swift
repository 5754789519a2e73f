// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct BuildListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the builds of an app, and who gets them.",
        discussion: """
            EXAMPLES
              ba-host build list com.example.game --data /srv/packs
            """)

    @Argument(help: "The bundle identifier of the app.") var bundleID: String
    @OptionGroup var storage: StorageOptions
    @Flag(help: "Print a JSON array.") var json = false

    private struct Row: Encodable {
        let id: String
        let fileName: String
        let state: String
        let version: String?
        let build: String?
        let architecture: String?
        let expired: Bool
        /// Those whose devices get it.
        let contexts: [String]
        /// What is wrong with it.
        let errors: [String]
    }

    func run() async throws {
        let builds = try await storage.withStore { store in try await Self.builds(ofApp: bundleID, in: store) }
        let rows = builds.map { build in
            Row(
                id: build.id, fileName: build.fileName, state: build.state.rawValue, version: build.archive?.version,
                build: build.archive?.build, architecture: build.archive?.architecture, expired: build.isExpired,
                contexts: ReleaseContext.allCases.filter { build.isActive(in: $0) }.map(\.rawValue),
                errors: build.problems.errors.map { "\($0.code): \($0.description)" })
        }
        if json { return try Console.standard.writeJSON(rows) }
        if rows.isEmpty { return Console.standard.note("\(bundleID) has no builds.") }
        Console.standard.write(
            Table(
                [.init("VERSION"), .init("FOR"), .init("STATE"), .init("CONTEXTS"), .init("ID")],
                rows: rows.map { row in
                    [
                        row.version.map { "\($0) (\(row.build ?? ""))" } ?? row.fileName, row.architecture ?? "any",
                        ([row.state] + (row.expired ? ["expired"] : []) + row.errors).joined(separator: ", "),
                        row.contexts.joined(separator: ", "),
                        row.id,
                    ]
                }
            ).text)
    }

    private static func builds(ofApp bundleID: String, in store: HostStore) async throws -> [HostedBuild] {
        var listing = BuildListing(appIDs: [try await store.app(bundleID: bundleID).id], limit: 200)
        var builds: [HostedBuild] = []
        while true {
            let page = try await store.builds(listing)
            builds += page.elements
            guard page.hasMore, let last = builds.last else { return builds }
            listing.after = [.integer(last.createdAt.milliseconds), .text(last.id)]
        }
    }
}
