// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Crypto
import Foundation
import Testing

/// What devices get of a host.
@Suite("What a host publishes", .serialized, .timeLimit(.minutes(3))) struct PublishingTests {
    private struct Manifest: Decodable {
        struct Pack: Decodable {
            struct Blocks: Decodable {
                let url, sha256: String
                let size: Int
            }
            let id, url: String
            let version, downloadSize: Int
            let sha256: String?
            let blocks: Blocks?
            let installedSize: Int?
        }
        let assetPacks: [Pack]
        let sequence: Int?
        let removed: [String]?
    }

    private func manifest(_ host: ServingHost, _ context: String, query: String = "platform=linux") async throws
        -> Manifest
    {
        let answer = try await host.fetch("\(host.url)/apps/com.example.game/\(context)/manifest?\(query)")
        return try JSONDecoder().decode(Manifest.self, from: answer)
    }

    @Test("C15: a manifest of each context, archives and blocks by addresses that never change") func delivery()
        async throws
    {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let first = try await host.upload("Tutorial", of: appID)
            _ = try await host.processed(first.versionID)
            #expect(try await manifest(host, "external").assetPacks.isEmpty)
            let linux = try await manifest(host, "internal")
            let pack = try #require(linux.assetPacks.first)
            let archive = try Data(contentsOf: URL(fileURLWithPath: host.folder.path("pack/pack.aar")))
            #expect(pack.id == "Tutorial" && pack.version == 1 && pack.downloadSize == archive.count)
            #expect(pack.sha256 == Self.digest(archive))
            #expect(pack.installedSize ?? 0 > 0 && linux.sequence ?? 0 > 0)
            #expect(try await host.fetch(pack.url) == archive)
            // An address is of these bytes for ever, and of no others that a host may give the same number.
            #expect(pack.url.hasSuffix("?version=1&sha256=\(Self.digest(archive))"))
            let head = try await host.head(of: String(pack.url.dropFirst(host.url.count)))
            #expect(head.contains(" 200") && head.contains("cache-control: public, max-age=31536000, immutable"))
            let other = try await host.head(of: String(pack.url.dropFirst(host.url.count).dropLast(4)) + "0000")
            #expect(other.contains(" 404"))
            let unnamed = try await host.head(of: "/apps/com.example.game/internal/assets/Tutorial?version=1")
            #expect(unnamed.contains(" 200") && unnamed.contains("cache-control: no-cache"))
            // The blocks are those that ba-package has made beside the archive.
            let blocks = try #require(pack.blocks)
            let list = try await host.fetch(blocks.url)
            #expect(list.count == blocks.size && Self.digest(list) == blocks.sha256)
            #expect(list == (try Data(contentsOf: URL(fileURLWithPath: host.folder.path("pack/pack.blocks")))))
            // Apple's devices get what Apple's tool writes, and nothing else.
            let apple = try await host.fetch("\(host.url)/apps/com.example.game/internal/manifest?platform=ios")
            let keys = try #require(try JSONSerialization.jsonObject(with: apple) as? [String: Any])
            #expect(Set(keys.keys) == ["assetPacks"])
            let entry = try #require((keys["assetPacks"] as? [[String: Any]])?.first)
            #expect(Set(entry.keys) == ["id", "url", "version", "downloadSize", "downloadPolicy", "host", "userInfo"])
            #expect(try await host.fetch(try #require(entry["url"] as? String)) == archive)
            // The next version takes its place; the old one is there for those who are fetching it.
            let second = try await host.uploadNext("Tutorial", of: first.packID, text: "two")
            _ = try await host.processed(second)
            let next = try await manifest(host, "internal")
            #expect(next.assetPacks.map(\.version) == [2] && next.sequence ?? 0 > linux.sequence ?? 0)
            #expect(try await host.fetch(pack.url) == archive)
        }
    }

    @Test("What is not there is told") func problems() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let pack = try await host.upload("Tutorial", of: appID)
            _ = try await host.processed(pack.versionID)
            let base = "/apps/com.example.game/internal"
            for (path, status, text) in [
                ("/apps/com.example.other/internal/manifest", 404, "com.example.other"),
                ("/apps/com.example.game/beta/manifest", 404, "internal, external, appstore"),
                ("/apps/com.example.game", 404, "no build"),
                ("/apps/com.example.game/internal", 404, "nothing is served"),
                (base + "/assets/Other", 404, "no asset pack with the ID Other"),
                (base + "/assets/Tutorial?version=7", 404, "the newest is 1"),
                (base + "/assets/Tutorial?version=x", 400, "whole number"),
                ("/apps/com.example.game/appstore/assets/Tutorial?version=1", 404, "no asset pack"),
                ("/apps/..%2f..%2fetc/internal/assets/passwd", 404, "no app"),
            ] {
                let answer = try await host.send("GET", path)
                #expect(answer.status == status && answer.text.contains(text), "\(path): \(answer.text)")
            }
            #expect(try await host.send("POST", base + "/manifest", json: "{}").status == 405)
            let archived = try await host.send(
                "PATCH", "/v1/backgroundAssets/\(pack.packID)",
                json: ServingHost.document(
                    "backgroundAssets", #""id":"\#(pack.packID)","attributes":{"archived":true}"#))
            #expect(archived.status == 200, "\(archived.text)")
            #expect(try await manifest(host, "internal").removed == ["Tutorial"])
            #expect(try await host.send("GET", base + "/assets/Tutorial?version=1").status == 410)
        }
    }

    @Test("C15: builds of two contexts get their versions on a device, and follow them") func devices() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app(policy: "automatic")
            let first = try await host.upload("Tutorial", of: appID)
            _ = try await host.processed(first.versionID)
            try await host.submitForBeta(first.versionID)
            let second = try await host.uploadNext("Tutorial", of: first.packID, text: "two")
            _ = try await host.processed(second)
            try await HostedDevice.with(host) { device in
                // Through another context, the same app gets another version.
                try await device.install(from: host, context: "external")
                try await device.ba("pack", "get", "--app", HostedDevice.bundleID, "Tutorial")
                #expect(try device.text(of: "a.txt", in: "Tutorial", version: 1) == "one")
                try await device.install(from: host, context: "internal", build: 2)
                try await device.ba("pack", "check", HostedDevice.bundleID)
                _ = try await eventualValue { try await device.localVersion("Tutorial") == 2 ? true : nil }
                #expect(try device.text(of: "a.txt", in: "Tutorial", version: 2) == "two")
                // A release follows under an installed app.
                let third = try await host.uploadNext("Tutorial", of: first.packID, text: "three")
                _ = try await host.processed(third)
                try await device.ba("pack", "check", HostedDevice.bundleID)
                _ = try await eventualValue { try await device.localVersion("Tutorial") == 3 ? true : nil }
                #expect(try device.text(of: "a.txt", in: "Tutorial", version: 3) == "three")
            }
        }
    }

    @Test("A phased release, and a version for some versions of the app, reach the devices that they are for")
    func someDevices() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app(policy: "automatic")
            let first = try await host.upload("Tutorial", of: appID)
            _ = try await host.processed(first.versionID)
            try await host.submitForBeta(first.versionID)
            func release(_ action: String, _ arguments: String...) async throws {
                let run = try await ServingHost.ba(
                    ["release", action, "com.example.game", "Tutorial"] + arguments, host.folder)
                #expect(run.status == 0, "\(run)")
            }
            func next(_ text: String) async throws -> String {
                let version = try await host.uploadNext("Tutorial", of: first.packID, text: text)
                _ = try await host.processed(version)
                return version
            }
            try await HostedDevice.with(host) { device in
                func local(_ version: Int) async throws {
                    try await device.ba("pack", "check", HostedDevice.bundleID)
                    _ = try await eventualValue {
                        try await device.localVersion("Tutorial") == version ? true : nil
                    }
                }
                try await device.install(from: host, context: "external")
                try await device.ba("pack", "get", "--app", HostedDevice.bundleID, "Tutorial")
                try await release("rollout", "--context", "external", "--start", "0")
                try await host.submitForBeta(try await next("two"))
                let none = try await device.ba("pack", "check", HostedDevice.bundleID)
                #expect(try await device.localVersion("Tutorial") == 1, "\(none)")
                try await release("rollout", "--context", "external", "--percentage", "100", "--start", "100")
                try await local(2)
                let third = try await next("three")
                // That of the device is 1.0.
                try await release("limit", "--version", "3", "--lowest", "1.1")
                try await host.submitForBeta(third)
                try await device.ba("pack", "check", HostedDevice.bundleID)
                #expect(try await device.localVersion("Tutorial") == 2)
                try await release("limit", "--version", "3", "--lowest", "1.0", "--highest", "1.0")
                try await local(3)
            }
        }
    }

    private static func digest(_ data: Data) -> String {
        SHA256.hash(data: data).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
