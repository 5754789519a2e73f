// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import NIOHTTP1
internal import ToolSupport

/// `ba-transport status`
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Tell how far a version is, or wait until it has come to an end.",
        discussion: """
            A version is named by its ID, or by its pack: without --version, the newest is meant. With --wait it is waited for \
            until the host has processed it, and with --context, until its release in this context is at an end: approved and \
            given to devices, or rejected.

            It ends with 79 for a version that could not be processed, and with 80 for one that was rejected.

            EXAMPLES
              ba-transport status 0b8f6c1e-6ab6-4c39-9b3c-8f5b0f6f8f11 --wait
              ba-transport status --app com.example.game --pack Tutorial --context external --wait --timeout 86400
            """)

    @Argument(help: "The ID of a version.") var id: String?
    @Option(
        name: [.long, .customLong("apple-id")],
        help: ArgumentHelp("The app: its bundle identifier, or its ID at the server.", valueName: "id"))
    var app: String?
    @Option(help: ArgumentHelp("The pack.", valueName: "id")) var pack: String?
    @Option(help: ArgumentHelp("The number of the version.", valueName: "number")) var version: Int?
    @Option(help: "Whose release is meant.") var context: ReleaseContext?
    @OptionGroup var waiting: WaitOptions
    @OptionGroup var server: ServerOptions
    @Flag(help: "Print a JSON object.") var json = false

    func validate() throws {
        guard (id == nil) == (app != nil && pack != nil), id == nil || app == nil && pack == nil && version == nil
        else {
            throw ValidationError("Name a version by its ID, or by --app and --pack, with or without --version.")
        }
    }

    func run() async throws {
        try await server.withConnection { connection in
            let server = PackServer(connection)
            let (found, name, appID) = try await find(server)
            let what = "version \(found.number) of \(name)"
            let wait = VersionWait(server: server, appID: appID, options: waiting)
            let version = waiting.waits ? try await wait.end(of: found.id, in: context, what: what) : found
            let shown = ShownVersion(version, ofPack: name)
            if json { try Console.standard.writeJSON(shown) } else { Console.standard.write([shown]) }
            try await wait.check(version, in: context, what: what)
        }
    }

    private func find(
        _ server: PackServer
    ) async throws(TransportError) -> (VersionRecord, name: String, appID: String?) {
        if let id {
            let version = try await server.version(id)
            guard let packID = version.packID else { return (version, "-", nil) }
            let request = "/v1/backgroundAssets/\(packID)"
            let pack = try await server.connection.send(.GET, request, query: [("include", "app")]).one(request)
            return (version, try PackRecord(pack).identifier, pack.related("app"))
        }
        let app = try await server.app(app ?? "")
        let pack = try await server.existingPack(pack ?? "", of: app)
        let filter = version.map { [("filter[version]", "\($0)")] } ?? []
        let versions = try await server.versions(of: pack, query: filter).map(\.version)
        guard let found = version.map({ number in versions.first { $0.number == number } }) ?? versions.first else {
            throw .notFound("\(pack.identifier) has no version" + (version.map { " \($0)" } ?? ""))
        }
        return (found, pack.identifier, app.id)
    }
}
