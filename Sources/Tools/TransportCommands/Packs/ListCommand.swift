// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ToolSupport

/// `ba-transport list`
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the packs of an app, or the versions of a pack.",
        discussion: """
            EXAMPLES
              ba-transport list --app com.example.game
              ba-transport list --app com.example.game --pack Tutorial
            """)

    @OptionGroup var app: AppOptions
    @Option(help: ArgumentHelp("The pack whose versions are listed.", valueName: "id")) var pack: String?
    @Flag(help: "List packs that are archived, too.") var archived = false
    @Flag(help: "Print a JSON array.") var json = false

    private struct ShownPack: Encodable {
        let id, assetPackID: String
        let archived: Bool
        let usedBytes: Int64?
        let createdDate: String?
        /// The numbers of the versions that devices have.
        let `internal`, external, appstore: Int?
    }

    func run() async throws {
        if let pack { return try await showVersions(of: pack) }
        let wanted = archived
        let packs = try await app.withApp { server, app in try await Self.packs(of: app, from: server) }
            .filter { wanted || !$0.archived }
        if json { return try Console.standard.writeJSON(packs) }
        if packs.isEmpty { return Console.standard.note("The app has no packs.") }
        Console.standard.write(
            Table(
                [
                    .init("PACK"), .init("INTERNAL", .right), .init("EXTERNAL", .right), .init("APP STORE", .right),
                    .init("SIZE", .right), .init("ID"),
                ],
                rows: packs.map {
                    func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "-" }
                    return [
                        $0.assetPackID + ($0.archived ? " (archived)" : ""), text($0.internal), text($0.external),
                        text($0.appstore), $0.usedBytes.map(Quantity.bytes) ?? "-", $0.id,
                    ]
                }
            ).text)
    }

    private static func packs(
        of app: AppRecord, from server: PackServer
    ) async throws(TransportError) -> [ShownPack] {
        let pages = try await server.connection.list(
            "/v1/apps/\(app.id)/backgroundAssets",
            query: [
                ("include", ReleaseContext.allCases.map(\.versionRelationship).joined(separator: ",")),
                ("sort", "assetPackIdentifier"), ("limit", "200"),
            ])
        var packs: [ShownPack] = []
        for page in pages {
            for resource in page.resources {
                let pack = try PackRecord(resource)
                func number(_ context: ReleaseContext) -> Int? {
                    page.included(VersionRecord.type, pack.versionIDs[context])?.string("version").flatMap { Int($0) }
                }
                packs.append(
                    ShownPack(
                        id: pack.id, assetPackID: pack.identifier, archived: pack.isArchived, usedBytes: pack.usedBytes,
                        createdDate: pack.createdDate, internal: number(.internal), external: number(.external),
                        appstore: number(.appstore)))
            }
        }
        return packs
    }

    private func showVersions(of identifier: String) async throws {
        let versions = try await app.withApp { server, app in
            let pack = try await server.existingPack(identifier, of: app)
            return try await server.versions(of: pack).map { ShownVersion($0.version, ofPack: pack.identifier) }
        }
        if json { return try Console.standard.writeJSON(versions) }
        if versions.isEmpty { return Console.standard.note("\(identifier) has no versions.") }
        Console.standard.write(versions)
    }
}
