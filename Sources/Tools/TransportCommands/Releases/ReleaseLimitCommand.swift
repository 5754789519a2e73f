// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel
internal import NIOHTTP1
internal import ToolSupport

struct ReleaseLimitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit", abstract: "Give a version only to some versions of the app.",
        discussion: """
            Devices with other versions of the app keep the newest version before it that is for them. Without --lowest and \
            --highest it is for all of them again.

            EXAMPLES
              ba-transport release limit Tutorial --version 4 --lowest 2.0 --app com.example.game
            """)

    @Argument(help: "The identifier of the pack.") var pack: String
    @OptionGroup var app: AppOptions
    @Option(help: "The number of the version.") var version: Int
    @Option(help: "The lowest version of the app that gets it.") var lowest: String?
    @Option(help: "The highest version of the app that gets it.") var highest: String?

    func run() async throws {
        let attributes: [String: JSONValue] = [
            "lowestAppVersion": lowest.map { .string($0) } ?? .null,
            "highestAppVersion": highest.map { .string($0) } ?? .null,
        ]
        try await app.withApp { server, app in
            try server.checkContexts()
            let found = try await server.existingPack(pack, of: app)
            let versions = try await server.versions(of: found, query: [("filter[version]", "\(version)")])
            guard let id = versions.first(where: { $0.version.number == version })?.version.id else {
                throw TransportError.notFound("\(pack) has no version \(version)")
            }
            let request = "/ba/v1/packVersions/\(id)"
            let answer = try await server.connection.answer(
                .PATCH, request, body: APIBody("packVersions", id: id, attributes: attributes))
            guard !answer.isSuccess else { return }
            let refusal = answer.refusal(of: "PATCH \(request)")
            try server.checkContexts(refusal)
            throw TransportError.refused(refusal)
        }
        let words =
            switch (lowest, highest) {
            case (nil, nil): "all versions of the app"
            case (let lowest?, nil): "version \(lowest) of the app, and later ones"
            case (nil, let highest?): "version \(highest) of the app, and earlier ones"
            case (let lowest?, let highest?): "versions \(lowest) to \(highest) of the app"
            }
        Console.standard.note("\(pack) \(version) is for \(words).")
    }
}
