// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetPackModel
import AssetTestSupport
import AsyncHTTPClient
import Foundation
import HTTPTypes
import HostingDelivery
import HostingIdentity
import MockServer
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@Suite(.timeLimit(.minutes(3))) struct DevelopmentServerTests {
    /// More than one piece.
    private static let content = SamplePack.noise(700_000, seed: 1)

    private static func prepare(_ packs: String) async throws {
        try await SamplePack(id: "forest", content: content).write(to: packs + "/forest.aar")
        try await SamplePack(id: "phone", platforms: ["iOS"]).write(to: packs + "/phone.aar")
        let archive = [UInt8](try Data(contentsOf: URL(fileURLWithPath: packs + "/forest.aar")))
        try Data(try SamplePack.blocks(of: archive).bytes).write(to: URL(fileURLWithPath: packs + "/forest.blocks"))
    }

    @Test(arguments: [false, true])
    func manifestThenPack(http2: Bool) async throws {
        try await RunningServer.with(prepare: Self.prepare) { server async throws in
            let archive = [UInt8](try Data(contentsOf: URL(fileURLWithPath: server.packs + "/forest.aar")))
            try await server.withClient(http2: http2) { client async throws in
                let response = try await client.send(.GET, "/manifest?platform=linux")
                #expect(response.version == (http2 ? .http2 : .http1_1))
                let manifest = try JSONDecoder().decode(DownloadManifest.self, from: Data(try await response.bytes()))
                try manifest.validate()
                #expect(manifest.assetPacks.map(\.id) == ["forest"])
                #expect(manifest.sequence == 1)
                let entry = try #require(manifest.assetPacks.first)
                #expect(entry.url.hasPrefix(server.url + "/"))
                let bytes = try await client.bytes(entry.url)
                #expect(bytes == archive)
                #expect(try SamplePack.digest(bytes) == entry.sha256)
                let blocks = try #require(entry.blocks)
                let blockBytes = try await client.bytes(blocks.url)
                #expect(Int64(blockBytes.count) == blocks.size)
                #expect(try SamplePack.digest(blockBytes) == blocks.sha256)
                let apples = try JSONDecoder().decode(
                    DownloadManifest.self, from: Data(try await client.bytes("/manifest?os=26")))
                #expect(apples.assetPacks.map(\.id) == ["forest", "phone"])
                #expect(apples.formatVersion == nil)
                #expect(try await client.bytes(try #require(apples.assetPacks.first).url) == archive)
            }
            let lines = try server.console.text.split(separator: "\n")
            #expect(lines.contains { $0.contains("GET /manifest?platform=linux 200") })
        }
    }

    @Test(arguments: [false, true])
    func rangesAndConditions(http2: Bool) async throws {
        try await RunningServer.with(prepare: Self.prepare) { server async throws in
            let archive = [UInt8](try Data(contentsOf: URL(fileURLWithPath: server.packs + "/forest.aar")))
            let size = archive.count
            try await server.withClient(http2: http2) { client async throws in
                let path = "/assets/forest?version=1"
                for (field, range) in [
                    ("bytes=0-99", 0..<100), ("bytes=300000-", 300_000..<size), ("bytes=-77", size - 77..<size),
                    ("bytes=\(size - 1)-\(size + 50)", size - 1..<size), ("bytes=0-299999", 0..<300_000),
                ] {
                    let response = try await client.send(.GET, path, ["Range": field])
                    #expect(response.status == .partialContent)
                    #expect(response["Content-Range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
                    #expect(response["Content-Length"] == "\(range.count)")
                    #expect(try await response.bytes() == Array(archive[range]))
                }
                let beyond = try await client.send(.GET, path, ["Range": "bytes=\(size)-"])
                #expect(beyond.status == .rangeNotSatisfiable)
                #expect(beyond["Content-Range"] == "bytes */\(size)")
                _ = try await beyond.bytes()

                let several = try await client.send(.GET, path, ["Range": "bytes=0-9,400000-400009"])
                #expect(several.status == .partialContent)
                #expect(several["Content-Type"]?.hasPrefix("multipart/byteranges; boundary=") == true)
                let body = try await several.bytes()
                #expect(several["Content-Length"] == "\(body.count)")
                #expect(body.firstRange(of: archive[400_000..<400_010]) != nil)

                let tag = try #require(try await client.send(.HEAD, path)["ETag"])
                #expect(tag == "\"\(try SamplePack.digest(archive))\"")
                let same = try await client.send(.GET, path, ["Range": "bytes=5-9", "If-Range": tag])
                #expect(same.status == .partialContent)
                #expect(try await same.bytes() == Array(archive[5..<10]))
                let other = try await client.send(.GET, path, ["Range": "bytes=5-9", "If-Range": "\"old\""])
                #expect(other.status == .ok)
                #expect(try await other.bytes() == archive)
                let known = try await client.send(.GET, path, ["If-None-Match": tag])
                #expect(known.status == .notModified)
                #expect(try await known.bytes().isEmpty)
                #expect(known["ETag"] == tag)
            }
        }
    }

    @Test(arguments: [false, true])
    func headHasLengthAndNoBody(http2: Bool) async throws {
        try await RunningServer.with(prepare: Self.prepare) { server async throws in
            let size = try Data(contentsOf: URL(fileURLWithPath: server.packs + "/forest.aar")).count
            try await server.withClient(http2: http2) { client async throws in
                for path in ["/assets/forest", "/assets/forest.blocks", "/manifest", "/assets/none"] {
                    let response = try await client.send(.HEAD, path)
                    #expect(Int(response["Content-Length"] ?? "") ?? 0 > 0)
                    #expect(try await response.bytes().isEmpty)
                }
                let response = try await client.send(.HEAD, "/assets/forest")
                #expect(response["Content-Length"] == "\(size)")
                #expect(response["Accept-Ranges"] == "bytes")
                // The connection is still in step.
                #expect(try await client.bytes("/assets/forest").count == size)
            }
        }
    }

    @Test(arguments: [false, true])
    func strangeRequests(http2: Bool) async throws {
        try await RunningServer.with(prepare: Self.prepare) { server async throws in
            try await server.withClient(http2: http2) { client async throws in
                let unknown = try await client.send(.GET, "/assets/nothing")
                #expect(unknown.status == .notFound)
                #expect(
                    String(decoding: try await unknown.bytes(), as: UTF8.self).contains(
                        "\"available\":[\"forest\",\"phone\"]"))
                for path in [
                    "/", "/assets/..%2fforest.aar", "/assets/%2e%2e/x", "/assets/forest%00", "/assets//etc/passwd",
                    "/assets/forest.aar", "/assets/../../etc/passwd", "/data/ca-key.pem",
                ] {
                    let response = try await client.send(.GET, path)
                    #expect(response.status == .notFound)
                    _ = try await response.bytes()
                }
                let post = try await client.send(.POST, "/assets/forest")
                #expect(post.status == .methodNotAllowed)
                #expect(post["Allow"] == "GET, HEAD")
                _ = try await post.bytes()
                let thousand = "bytes=" + Array(repeating: "0-", count: 1000).joined(separator: ",")
                let ranges = try await client.send(.GET, "/assets/forest", ["Range": thousand])
                #expect(ranges.status == .rangeNotSatisfiable)
                _ = try await ranges.bytes()
                #expect(try await client.send(.GET, "/manifest").status == .ok)
            }
        }
    }

    @Test func tlsVersions() async throws {
        try await RunningServer.with(prepare: Self.prepare) { server async throws in
            try await server.withClient(maximumTLS: .tlsv12) { client async throws in
                #expect(try await client.send(.GET, "/manifest").status == .ok)
            }
            try await server.withClient(minimumTLS: .tlsv1, maximumTLS: .tlsv11) { client async throws in
                await #expect(throws: (any Error).self) { try await client.send(.GET, "/manifest") }
            }
            var configuration = HTTPClient.Configuration()
            configuration.connectionPool.retryConnectionEstablishment = false
            let stranger = HTTPClient(configuration: configuration)
            await #expect(throws: (any Error).self) {
                try await stranger.execute(HTTPClientRequest(url: server.url + "/manifest"), timeout: .seconds(30))
            }
            try await stranger.shutdown()
            // The alert arrives on its own time.
            try await eventually { try server.console.text.contains("A client refused the server's certificate") }
        }
    }

    @Test func addressesInManifestsFollowTheRequest() async throws {
        try await RunningServer.with(prepare: Self.prepare) { server async throws in
            try await server.withClient { client async throws in
                let byAddress = server.url.replacing("localhost", with: "127.0.0.1")
                let manifest = try JSONDecoder().decode(
                    DownloadManifest.self, from: Data(try await client.bytes(byAddress + "/manifest")))
                #expect(manifest.assetPacks.allSatisfy { $0.url.hasPrefix(byAddress + "/assets/") })
            }
            try await server.withClient(http2: false) { client async throws in
                let manifest = try JSONDecoder().decode(
                    DownloadManifest.self,
                    from: Data(try await client.bytes("/manifest", ["Host": "evil.example"])))
                #expect(manifest.assetPacks.allSatisfy { $0.url.hasPrefix(server.url + "/assets/") })
            }
        }
    }

    /// A version is replaced while it is being fetched: the transfer ends with its own bytes.
    @Test(arguments: [false, true])
    func aTransferUnderWayKeepsItsVersion(http2: Bool) async throws {
        let large = SamplePack.noise(8_000_000, seed: 2)
        try await RunningServer.with { packs in
            try await SamplePack(id: "forest", content: large).write(to: packs + "/forest.aar")
        } _: { server async throws in
            let path = server.packs + "/forest.aar"
            let first = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            try await server.withClient(http2: http2) { client async throws in
                let response = try await client.send(.GET, "/assets/forest?version=1")
                var received: [UInt8] = []
                var body = response.body.makeAsyncIterator()
                if let piece = try await body.next() { received.append(contentsOf: piece.readableBytesView) }
                let second = try await SamplePack(id: "forest", content: Array(large.reversed())).write(to: path)
                while let delay = try await server.keeper.refresh() { try await Task.sleep(for: delay) }
                while let piece = try await body.next() { received.append(contentsOf: piece.readableBytesView) }
                #expect(received == first)
                #expect(try await client.bytes("/assets/forest") == second)
                // What was begun can be continued.
                let rest = try await client.send(
                    .GET, "/assets/forest?version=1",
                    ["Range": "bytes=4000000-", "If-Range": try #require(response["ETag"])])
                #expect(rest.status == .partialContent)
                #expect(try await rest.bytes() == Array(first[4_000_000...]))
                let newest = try await client.send(
                    .GET, "/assets/forest", ["Range": "bytes=4000000-", "If-Range": try #require(response["ETag"])])
                #expect(newest.status == .ok)
                #expect(try await newest.bytes() == second)
            }
        }
    }

    @Test func changedPacksAreNoticedByThemselves() async throws {
        try await RunningServer.with(watching: true, prepare: Self.prepare) { server async throws in
            try await SamplePack(id: "added").write(to: server.packs + "/added.aar")
            try await SamplePack(id: "forest", content: [1]).write(to: server.packs + "/forest.aar")
            try await server.withClient { client async throws in
                func versions() async throws -> [String: Int] {
                    let manifest = try JSONDecoder().decode(
                        DownloadManifest.self, from: Data(try await client.bytes("/manifest")))
                    return Dictionary(uniqueKeysWithValues: manifest.assetPacks.map { ($0.id, $0.version) })
                }
                try await eventually { try await versions() == ["added": 1, "forest": 2, "phone": 1] }
            }
        }
    }

    @Test func manyClientsAtOnce() async throws {
        try await RunningServer.with(prepare: Self.prepare) { server async throws in
            let archive = [UInt8](try Data(contentsOf: URL(fileURLWithPath: server.packs + "/forest.aar")))
            try await server.withClient(http2: false) { client async throws in
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    for index in 0..<40 {
                        group.addTask {
                            let first = index * 10_000
                            let bytes = try await client.bytes("/assets/forest", ["Range": "bytes=\(first)-"])
                            return bytes == Array(archive[first...])
                        }
                    }
                    for try await isRight in group { #expect(isRight) }
                }
            }
        }
    }

    @Test func aPortInUseIsNamed() async throws {
        try await RunningServer.with(prepare: Self.prepare) { server async throws in
            let port = try #require(Int(server.url.split(separator: ":").last ?? ""))
            try await withTemporaryFolder { folder async throws in
                let own = try ServerIdentity.own(for: [.localhost], in: ServerDataFolder(path: folder).identity)
                let second = DevelopmentServer(
                    catalog: PackShelf(), identity: own.identity, address: ListenAddress(host: nil), port: port,
                    log: nil
                ) { _ in Issue.record("two servers cannot listen on one port") }
                await #expect(throws: MockServerError.portInUse(port, address: "127.0.0.1")) { try await second.run() }
            }
        }
    }
}
