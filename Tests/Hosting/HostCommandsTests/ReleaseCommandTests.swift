// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// What a team does to releases at the host itself, and what devices get then.
@Suite("ba-host release", .serialized, .timeLimit(.minutes(2))) struct ReleaseCommandTests {
    private func number(_ context: String, _ host: ServingHost, query: String = "") async throws -> Int? {
        let manifest = try JSONSerialization.jsonObject(
            with: try await host.fetch("\(host.url)/apps/com.example.game/\(context)/manifest?platform=linux\(query)"))
        let packs = (manifest as? [String: Any])?["assetPacks"] as? [[String: Any]]
        return packs?.first?["version"] as? Int
    }

    @Test("Devices follow a roll-back, a phased release and a limit") func devices() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app(policy: "automatic")
            let (packID, first) = try await host.upload("Tutorial", of: appID)
            _ = try await host.processed(first)
            try await host.submitForBeta(first)
            func release(_ arguments: String...) async throws -> ProgramRun {
                try await ServingHost.ba(["release"] + arguments, host.folder)
            }
            let place = ["com.example.game", "Tutorial", "--context", "external"]
            let start = try await release("rollout", place[0], place[1], place[2], place[3], "--start", "0")
            #expect(start.status == 0 && start.errors.contains("begin with 0 %"), "\(start)")
            let second = try await host.uploadNext("Tutorial", of: packID, text: "two")
            _ = try await host.processed(second)
            try await host.submitForBeta(second)
            #expect(try await number("external", host, query: "&device=d1") == 1)
            #expect(try await number("internal", host) == 2)
            let list = try await release("list", "com.example.game")
            #expect(list.status == 0 && list.output.contains("version 2 for 0 % of the devices, version 1"), "\(list)")
            let grown = try await release("rollout", place[0], place[1], place[2], place[3], "--percentage", "100")
            #expect(grown.status == 0, "\(grown)")
            #expect(try await number("external", host, query: "&device=d1") == 2)
            #expect(try await release("pin", place[0], place[1], place[2], place[3], "--version", "1").status == 0)
            #expect(try await number("external", host) == 1)
            let json = try await release("list", "com.example.game", "--json")
            #expect(json.output.contains(#""pinned":1"#) || json.output.contains(#""pinned" : 1"#), "\(json.output)")
            #expect(try await release("unpin", place[0], place[1], place[2], place[3]).status == 0)
            #expect(try await number("external", host) == 2)
            let limit = try await release("limit", place[0], place[1], "--version", "2", "--lowest", "2.0")
            #expect(limit.status == 0 && limit.errors.contains("version 2 of the app, and later ones"), "\(limit)")
            #expect(try await number("external", host, query: "&appVersion=1.9") == 1)
            #expect(try await number("external", host, query: "&appVersion=2.1") == 2)
        }
    }

    @Test("What is wrong is said") func badInput() async throws {
        try await TemporaryFolder.with { folder in
            func ba(_ arguments: String...) async throws -> ProgramRun { try await ServingHost.ba(arguments, folder) }
            #expect(try await ba("app", "create", "com.example.game").status == 0)
            #expect(try await ba("release", "list", "com.example.other").status == 66)
            let none = try await ba("release", "list", "com.example.game")
            #expect(none.status == 0 && none.errors.contains("no packs"))
            let pack = try await ba("release", "unpin", "com.example.game", "A", "--context", "internal")
            #expect(pack.status == 66 && pack.errors.contains("A"), "\(pack)")
            #expect(try await ba("release", "unpin", "com.example.game", "A", "--context", "all").status == 64)
            #expect(try await ba("release", "rollout", "com.example.game", "A", "--context", "internal").status == 64)
            #expect(
                try await ba("release", "limit", "com.example.game", "A", "--version", "1", "--lowest", "x").status
                    == 64)
        }
    }
}
