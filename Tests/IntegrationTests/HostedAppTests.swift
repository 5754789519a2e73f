// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Where an app's packs come from: the host of its build, a server of its publisher, or the override.
@Suite(.timeLimit(.minutes(5)))
struct HostedAppTests {
    private static let essential = #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#

    /// A world with one essential pack on a server that the service trusts, and no override.
    private func with(_ body: (World, FaultServer) async throws -> Void) async throws {
        try await World.with { world, server in
            try await world.pack("Tutorial", policy: Self.essential, files: ["tutorial.txt": Array("hosted".utf8)])
            try await world.publish(on: server)
            try await expectSuccess(world.ba("url-override", "--clear"))
            try await body(world, server)
        }
    }

    private func manifestRequests(_ server: FaultServer, _ path: String) -> [String] {
        server.requests.map(\.target).filter { $0 == path || $0.hasPrefix(path + "?") }
    }

    @Test("C8: packs come from the host that the build's receipt names, unless the override names another")
    func theHostOfTheReceipt() async throws {
        try await with { world, server in
            try await world.makeApp(host: server.url("/"))
            try await expectSuccess(world.ba("install", "Game.app"))
            #expect(try await world.game("read", "tutorial.txt") == ["read tutorial.txt 6 hosted"])
            let asked = manifestRequests(server, "/manifest")
            #expect(!asked.isEmpty)
            // It hears one name of this device, which is not that of the device, and the version of the app.
            let names = asked.compactMap { target in
                target.wholeMatch(
                    of:
                        /\/manifest\?platform=linux&bundleID=com\.example\.game&device=([0-9a-f]{32})&appVersion=[0-9.]+/
                )
            }.map { String($0.1) }
            #expect(names.count == asked.count && Set(names).count == 1, "\(asked)")
            let device = try String(contentsOfFile: world.folder.path("s/device"), encoding: .utf8)
            #expect(names.first != device.replacing("-", with: "").lowercased())

            func hosts() -> [String] {
                server.requests.filter { $0.path == "/manifest" }.map {
                    String(($0["Host"] ?? "").prefix { $0 != ":" })
                }
            }
            #expect(hosts().allSatisfy { $0 == "127.0.0.1" }, "\(hosts())")
            try await expectSuccess(world.ba("url-override", server.url("", host: "localhost")))
            try await expectSuccess(world.ba("pack", "check", World.bundleID))
            #expect(hosts().last == "localhost", "\(hosts())")
            // What stands above receipts is told neither.
            #expect(
                manifestRequests(server, "/manifest").last == "/manifest?platform=linux&bundleID=com.example.game")
        }
    }

    @Test("C8: a build without a receipt says what it lacks, and is launchable") func withoutAReceipt() async throws {
        try await with { world, _ in
            try await world.makeApp()
            let run = try await world.ba("install", "Game.app")
            #expect((run.output + run.errors).contains("has no receipt"), "\(run.output)\(run.errors)")
            let line = try await world.game("get", "Tutorial").first ?? ""
            #expect(line.hasPrefix("error get Tutorial"), "\(line)")
        }
    }

    @Test("C8: an app that hosts its own packs names the manifest") func selfHosted() async throws {
        try await with { world, server in
            server.serve(
                "/coast/download-manifest.json", try world.bytes(of: "manifest.json"), contentType: "application/json")
            let url = server.url("/coast/download-manifest.json")
            try await world.makeApp(source: "<key>BAManifestURL</key><string>\(url)</string>")
            try await expectSuccess(world.ba("install", "Game.app"))
            #expect(try await world.game("read", "tutorial.txt") == ["read tutorial.txt 6 hosted"])
            #expect(
                manifestRequests(server, "/coast/download-manifest.json").allSatisfy { $0.hasSuffix("?platform=linux") }
            )
            #expect(manifestRequests(server, "/manifest").isEmpty)
        }
    }

    @Test("C2: a pack serves the app on the platforms that it names, apart from builds of the app")
    func platforms() async throws {
        try await World.with { world in
            try await world.pack("Everywhere", policy: Self.essential, files: ["a.txt": Array("all".utf8)])
            try await world.pack(
                "Phones", policy: Self.essential, files: ["b.txt": Array("phones".utf8)], platforms: ["iOS"])
            try await world.pack(
                "Desktops", policy: Self.essential, files: ["c.txt": Array("one".utf8)],
                platforms: ["Linux", "macOS"])
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            #expect(try await world.packs().keys.sorted() == ["Desktops", "Everywhere"])
            #expect(try await world.game("read", "a.txt", "read", "c.txt") == ["read a.txt 3 all", "read c.txt 3 one"])

            // The pack is at its second version, the app at its first build.
            try await world.pack(
                "Desktops", policy: Self.essential, files: ["c.txt": Array("second".utf8)],
                platforms: ["Linux", "macOS"])
            _ = try await world.wait("version 2") {
                try await expectSuccess(world.ba("pack", "check", World.bundleID))
                return try await world.localVersion("Desktops") == 2 ? true : nil
            }
            #expect(try await world.game("read", "c.txt", "version", "Everywhere").contains("version Everywhere 1"))
            #expect(try await world.app()?["build"] as? String == "1")
        }
    }
}
