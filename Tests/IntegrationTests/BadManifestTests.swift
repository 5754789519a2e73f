// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A manifest that is none, or lies, is refused with its address and what is wrong in it; the one before it stays in
/// force, and so do the packs.
@Suite(.timeLimit(.minutes(5)))
struct BadManifestTests {
    struct Bad: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let causes: [String]
        /// Puts the manifest on the server.
        let serve: @Sendable (World, FaultServer) async throws -> Void

        /// The server does this in place of giving the manifest.
        static func answer(_ name: String, _ causes: [String], _ fault: Fault) -> Bad {
            Bad(testDescription: name, causes: causes) { world, server in
                server.serve("/manifest", try world.bytes(of: "manifest.json"), finally: fault)
            }
        }

        /// The manifest is this text.
        static func text(_ name: String, _ causes: [String], _ text: String) -> Bad {
            Bad(testDescription: name, causes: causes) { _, server in
                server.serve("/manifest", Array(text.utf8), contentType: "application/json")
            }
        }

        /// The manifest is right but for this.
        static func change(
            _ name: String, _ causes: [String], _ change: @escaping @Sendable (inout ManifestObject) -> Void
        ) -> Bad {
            Bad(testDescription: name, causes: causes) { world, server in
                try await world.publish(on: server, change)
            }
        }

        /// An entry of the pack `Extra` has this value.
        static func value(_ key: String, _ value: any Sendable, _ causes: [String], _ name: String? = nil) -> Bad {
            change(name ?? "\(key) is \(value)", causes) { $0.changePack("Extra") { $0[key] = value } }
        }
    }

    static let answers: [Bad] = [
        .answer("404", ["answered with status 404"], .status(404)),
        .answer("500", ["answered with status 500"], .status(500)),
        .answer("HTML", ["is no download manifest", "<html>"], .body("<html><body>Please log in</body></html>")),
        .answer("truncated by the server", ["closed the connection in the midst of its answer"], .cut(after: 60)),
        .answer(
            "half a manifest", ["is no download manifest", "not valid JSON"], .body(#"{"assetPacks": [{"id": "Ex"#)),
        .answer("nothing", ["is no download manifest", "it is empty"], .body("")),
        .answer("endless", ["sent more than 33554432 bytes"], .endless),
        .answer("no answer", ["the server closed the connection"], .closing),
        .answer("no HTTP", ["what the server answers is no HTTP"], .raw("220 mail.example.com ESMTP\r\n")),
        .answer("a redirect to http", ["redirected in vain", "only https"], .redirect(to: "http://127.0.0.1/m")),
        .answer("a redirect loop", ["redirected in vain", "more than 10"], .redirect(to: "/manifest")),
        .answer("a redirect to nowhere", ["redirected in vain", "no Location"], .status(302)),
        .answer("silence", ["sent too little for too long"], .stall(after: 0)),
        .answer("silence in the middle", ["sent too little for too long"], .stall(after: 30)),
    ]

    static let contents: [Bad] = [
        .text("deeply nested", ["deeper than 64"], #"{"assetPacks": "# + String(repeating: "[", count: 200_000)),
        .text(
            "deeply nested in a value", ["deeper than 64"],
            #"{"assetPacks": [{"id": "a", "userInfo": "# + String(repeating: #"{"a":"#, count: 100_000)),
        .text("an array", ["JSON object was expected"], "[]"),
        .text("no packs", ["\"assetPacks\" is missing"], "{}"),
        .text("packs of a wrong type", ["assetPacks"], #"{"assetPacks": 5}"#),
        .text("a BOM and nonsense", ["JSON object was expected"], "\u{feff}x"),
        .text(
            "more packs than allowed", ["10001 packs"],
            #"{"assetPacks": ["#
                + (0...10_000).map {
                    #"{"id":"p\#($0)","url":"p","version":1,"downloadSize":1,"downloadPolicy":{"onDemand":{}}}"#
                }.joined(separator: ",") + "]}"),
        .change("a pack twice", ["lists the pack Extra twice"]) { manifest in
            manifest["assetPacks"] = ["Tutorial", "Extra", "Extra"].compactMap { manifest.pack($0) }
        },
        .change("a pack listed and removed", ["Extra", "removed"]) { $0["removed"] = ["Extra"] },
        .change("a newer form", ["formatVersion 2", "update the service"]) { $0["formatVersion"] = 2 },
        .value("id", "../../Extra", ["ID is invalid"]),
        .value("id", "", ["ID is invalid"], "an empty ID"),
        .value("id", String(repeating: "e", count: 200), ["ID is invalid"], "a long ID"),
        .value("downloadSize", -1, ["Extra", "downloadSize -1"]),
        .value("downloadSize", 0, ["Extra", "downloadSize 0"]),
        .value("downloadSize", 1e30, ["out of range"]),
        .value("downloadSize", "big", ["downloadSize"]),
        .value("version", -3, ["Extra", "negative version"]),
        .value("installedSize", -1, ["Extra", "negative installedSize"]),
        .value("url", "http://example.com/Extra.aar", ["Extra", "only https"]),
        .value("url", "file:///etc/passwd", ["Extra", "only https"]),
        .value("url", "", ["Extra", "no usable url"], "an empty URL"),
        .value("downloadPolicy", ["sometimes": [String: String]()], ["exactly one of essential"], "unknown policy"),
        .value("downloadPolicy", [String: String](), ["exactly one of essential"], "no policy"),
        .value("sha256", "abc", ["sha256"]),
        .value(
            "blocks",
            ["url": "http://example.com/b", "sha256": String(repeating: "0", count: 64), "size": 10]
                as [String: any Sendable],
            ["Extra", "blocks.url", "only https"], "blocks over http"),
        .value(
            "blocks",
            ["url": "b", "sha256": String(repeating: "0", count: 64), "size": 1 << 40] as [String: any Sendable],
            ["Extra", "blocks.size"], "huge blocks"),
    ]

    @Test("a server that gives no manifest is named with what it did") func aServerThatGivesNoManifest()
        async throws
    {
        try await expectRefusals(Self.answers)
    }

    @Test("a manifest that is wrong is named with the key that is") func aManifestThatIsWrong() async throws {
        try await expectRefusals(Self.contents)
    }

    /// An app that was installed with a good manifest meets bad ones, and after them the good one again.
    private func expectRefusals(_ manifests: [Bad]) async throws {
        try await World.with { world, server in
            try await world.pack("Tutorial", files: ["tutorial": [1]])
            try await world.pack("Extra", files: ["extra": [2]])
            try await world.publish(on: server)
            try await world.installApp()
            try await expectSuccess(world.get("Tutorial"))
            try await expectSuccess(world.ba("settings", "stall-timeout", "1"))
            try await world.serving {
                for bad in manifests {
                    try await bad.serve(world, server)
                    let run = try await world.ba("pack", "check", World.bundleID)
                    server.release()
                    #expect(run.status != 0, "\(bad.testDescription)")
                    #expect(run.errors.contains(World.bundleID), "\(bad.testDescription): \(run.errors)")
                    for cause in bad.causes {
                        #expect(run.errors.contains(cause), "\(bad.testDescription): \(run.errors)")
                    }
                    // The good manifest is still the one in force, and what is here can be read.
                    let packs = try await world.packs()
                    #expect(packs.keys.sorted() == ["Extra", "Tutorial"], "\(bad.testDescription)")
                    try await world.expectNothingLeft(packs: ["Tutorial": 1], Comment(rawValue: bad.testDescription))
                }
                try await world.publish(on: server)
                #expect(
                    try await world.game("get", "Extra", "read", "extra", "read", "tutorial")
                        == ["got Extra 1 true", "read extra 1 \u{2}", "read tutorial 1 \u{1}"])
                try await world.expectNothingLeft(packs: ["Extra": 1, "Tutorial": 1])
            }
        }
    }

    @Test("an app is installed without its packs when its manifest is bad and says so")
    func anAppIsInstalledWithoutItsPacks() async throws {
        try await World.with { world, server in
            try await world.pack("Extra", files: ["extra": [2]])
            try await world.publish(on: server)
            try await world.makeApp()
            for bad in [Self.answers[0], Self.answers[2], Self.contents[0], Self.contents[7]] {
                try await bad.serve(world, server)
                let run = try expectSuccess(try await world.ba("install", "Game.app"))
                #expect(run.errors.contains("installed without asset packs"), "\(run.errors)")
                for cause in bad.causes { #expect(run.errors.contains(cause), "\(run.errors)") }
                let line = try await world.game("get", "Extra").first ?? ""
                #expect(line.hasPrefix("error get Extra"), "\(line)")
                for cause in bad.causes { #expect(line.contains(cause), "\(line)") }
                try await world.expectNothingLeft()
                try await expectSuccess(world.ba("uninstall", World.bundleID))
                try await world.expectNoApp()
            }
        }
    }

    struct Lie: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let causes: [String]
        let change: @Sendable (inout [String: Any]) -> Void
    }

    private static func withoutBlocks(_ entry: inout [String: Any]) {
        for key in ["blocks", "sha256", "installedSize"] { entry[key] = nil }
    }

    static let lies: [Lie] = [
        .init(testDescription: "downloadSize too large", causes: ["it is for an archive of"]) {
            $0["downloadSize"] = ($0["downloadSize"] as? Int ?? 0) + 1
        },
        .init(testDescription: "downloadSize too small", causes: ["it is for an archive of"]) {
            $0["downloadSize"] = ($0["downloadSize"] as? Int ?? 0) - 1
        },
        .init(testDescription: "too large, with nothing to compare", causes: ["ended after"]) {
            Self.withoutBlocks(&$0)
            $0["downloadSize"] = ($0["downloadSize"] as? Int ?? 0) + 1
        },
        .init(testDescription: "too small, with nothing to compare", causes: ["sent more than"]) {
            Self.withoutBlocks(&$0)
            $0["downloadSize"] = ($0["downloadSize"] as? Int ?? 0) - 1
        },
        .init(testDescription: "installedSize too small", causes: ["more than the 1000 bytes"]) {
            $0["installedSize"] = 1000
        },
        .init(
            testDescription: "installedSize beyond any disk",
            causes: ["in all, and", "9.22 EB are needed"]
        ) {
            $0["blocks"] = nil
            $0["installedSize"] = Int.max
        },
        .init(
            testDescription: "downloadSize beyond any disk",
            causes: ["in all, and", "9.22 EB are needed"]
        ) {
            Self.withoutBlocks(&$0)
            $0["downloadSize"] = Int.max
        },
        .init(testDescription: "size of the blocks file too small", causes: ["Extra.blocks sent more than 5 bytes"]) {
            var blocks = $0["blocks"] as? [String: Any] ?? [:]
            blocks["size"] = 5
            $0["blocks"] = blocks
        },
        .init(testDescription: "digest of the blocks file", causes: ["the blocks file", "does not match its SHA-256"]) {
            var blocks = $0["blocks"] as? [String: Any] ?? [:]
            blocks["sha256"] = String(repeating: "5", count: 64)
            $0["blocks"] = blocks
        },
        .init(testDescription: "digest of the archive", causes: ["the archive", "does not match its SHA-256"]) {
            $0["blocks"] = nil
            $0["sha256"] = String(repeating: "5", count: 64)
        },
    ]

    @Test("sizes and digests that lie are named with the pack") func sizesAndDigestsThatLie() async throws {
        try await World.with { world, server in
            try await world.pack("Extra", files: ["extra": noise(100_000, seed: 1)])
            try await world.publish(on: server)
            try await world.installApp()
            try await world.serving {
                for lie in Self.lies {
                    try await world.publish(on: server) { $0.changePack("Extra", lie.change) }
                    try await expectSuccess(world.ba("pack", "check", World.bundleID))
                    let run = try await world.get("Extra")
                    #expect(run.status != 0, "\(lie.testDescription)")
                    #expect(run.errors.contains("Extra could not be fetched"), "\(lie.testDescription): \(run.errors)")
                    for cause in lie.causes {
                        #expect(run.errors.contains(cause), "\(lie.testDescription): \(run.errors)")
                    }
                    try await world.expectNothingLeft(Comment(rawValue: lie.testDescription))
                }
            }
        }
    }

    @Test("essential packs of impossible sizes keep no app from being launched")
    func essentialPacksOfImpossibleSizes() async throws {
        try await World.with { world, server in
            let essential = #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#
            for id in ["First", "Second", "Third"] { try await world.pack(id, policy: essential, files: [id: [1]]) }
            try await world.publish(on: server) { manifest in
                for id in ["First", "Second"] {
                    manifest.changePack(id) {
                        Self.withoutBlocks(&$0)
                        $0["downloadSize"] = Int.max
                    }
                }
            }
            try await world.makeApp()
            try await world.serving {
                let run = try expectSuccess(try await world.ba("install", "Game.app"))
                for id in ["First", "Second"] {
                    #expect(run.errors.contains("launchable without \(id)"), "\(run.errors)")
                }
                #expect(try await world.game("read", "Third") == ["read Third 1 \u{1}"])
                try await world.expectNothingLeft(packs: ["Third": 1])
            }
        }
    }
}
