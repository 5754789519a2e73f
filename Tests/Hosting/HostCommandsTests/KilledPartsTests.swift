// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

/// Two servers and two workers of one host, over PostgreSQL and an S3 store, which are killed at random.
@Suite("A host whose parts are killed", .serialized, .timeLimit(.minutes(5))) struct KilledPartsTests {
    private static let packs = ["Tutorial", "Forest", "Castle"]

    @Test("From upload to release nothing is lost, and nothing is done twice") func release() async throws {
        let storage = try await HostStorage.shared()
        try await TemporaryFolder.with { folder in
            let key = try await ServingHost.makeKey(folder, storage)
            let ports = [try FreePort.find(), try FreePort.find()]
            let environment = storage.environment(home: folder)
            let base = ["--data", folder.path("host")] + storage.arguments
            let servers = try ports.enumerated().map { index, port in
                try HostPart(
                    ["serve", "--port", "\(port)", "--no-worker"] + base, environment: environment,
                    log: folder.path("server\(index)"))
            }
            let workers = try (0..<2).map {
                try HostPart(["worker"] + base, environment: environment, log: folder.path("worker\($0)"))
            }
            let hosts = ports.map {
                ServingHost(folder: folder, storage: storage, url: "https://localhost:\($0)", key: key)
            }
            let client = PatientClient(hosts)
            // One makes the certificate that both have.
            try await servers[0].start()
            _ = try await client.send("GET", "/v1/apps")
            try await servers[1].start()
            for worker in workers { try await worker.start() }
            let killer = Task { try await Self.kill(servers + workers, seed: 1) }
            do { try await play(client, hosts[0]) } catch {
                killer.cancel()
                _ = await killer.result
                for part in servers + workers { await part.end() }
                throw error
            }
            killer.cancel()
            #expect(try await killer.value > 3)
            let verified = try await hosts[0].ba("verify", "--json")
            #expect(verified.status == 0, "\(verified.errors)")
            for part in servers + workers { #expect(await part.end(SIGTERM) == 0) }
        }
    }

    /// Two versions of three packs, the second of each for the testers outside.
    private func play(_ client: PatientClient, _ host: ServingHost) async throws {
        let appID = try await host.app()
        for name in Self.packs {
            let pack = try await client.make(
                "backgroundAssets",
                #""attributes":{"assetPackIdentifier":"\#(name)"},"relationships":{"app":{"data":{"type":"apps","id":"\#(appID)"}}}"#,
                list: "/v1/apps/\(appID)/backgroundAssets?filter[assetPackIdentifier]=\(name)")
            let packID = try #require(pack.string("data/id"))
            for number in 1...2 {
                let versionID = try await upload("\(number)", name, packID, client, host)
                let state = try await eventualValue {
                    let seen = try await client.send("GET", "/v1/backgroundAssetVersions/\(versionID)").answer
                    let state = seen.string("data/attributes/state")
                    return state == "PROCESSING" ? nil : state
                }
                #expect(state == "COMPLETE")
                guard number == 2 else { continue }
                let submission = try await client.make(
                    "betaBackgroundAssetReviewSubmissions",
                    #""relationships":{"backgroundAssetVersion":{"data":{"type":"backgroundAssetVersions","id":"\#(versionID)"}}}"#,
                    list: "/v1/betaBackgroundAssetReviewSubmissions?filter[backgroundAssetVersion]=\(versionID)")
                let id = try #require(submission.string("data/id"))
                #expect(try await host.ba("review", "approve", id).status == 0)
            }
            let versions = try await client.send("GET", "/v1/backgroundAssets/\(packID)/versions").answer
            #expect((versions["data"] as? [Any])?.count == 2, "\(versions.text)")
        }
        let lists = try await host.ba("release", "list", HostedDevice.bundleID, "--json")
        let contexts = try #require(
            try JSONSerialization.jsonObject(with: Data(lists.output.utf8)) as? [[String: Any]])
        for context in contexts {
            let version = context["version"] as? Int
            let expected = context["context"] as? String == "appstore" ? nil : 2
            #expect(version == expected, "\(context)")
        }
    }

    /// - Returns: the identifier of the version.
    private func upload(
        _ text: String, _ name: String, _ packID: String, _ client: PatientClient, _ host: ServingHost
    ) async throws -> String {
        let version = try await client.make(
            "backgroundAssetVersions",
            #""relationships":{"backgroundAsset":{"data":{"type":"backgroundAssets","id":"\#(packID)"}}}"#,
            list: "/v1/backgroundAssets/\(packID)/versions?filter[state]=AWAITING_UPLOAD")
        let versionID = try #require(version.string("data/id"))
        let size = try await host.makePack(name, text)
        let file = try await client.make(
            "backgroundAssetUploadFiles",
            #""attributes":{"assetType":"ASSET","fileName":"pack.aar","fileSize":\#(size)},"relationships":{"backgroundAssetVersion":{"data":{"type":"backgroundAssetVersions","id":"\#(versionID)"}}}"#,
            list: "/v1/backgroundAssetVersions/\(versionID)/backgroundAssetUploadFiles")
        let fileID = try #require(file.string("data/id"))
        let address = try #require(file.string("data/attributes/uploadOperations/0/url"))
        #expect(try await client.put("pack/pack.aar", to: address) == 200)
        let (committed, wasTried) = try await client.send(
            "PATCH", "/v1/backgroundAssetUploadFiles/\(fileID)",
            json: ServingHost.document(
                "backgroundAssetUploadFiles", #""id":"\#(fileID)","attributes":{"uploaded":true}"#))
        #expect(committed.status == 200 || wasTried && committed.status == 409, "\(committed.text)")
        return versionID
    }

    /// Kills one after the other, at moments that nobody knows, and starts each anew.
    ///
    /// - Returns: how many it were.
    private static func kill(_ parts: [HostPart], seed: UInt64) async throws -> Int {
        var (generator, count) = (SeededGenerator(seed: seed), 0)
        while true {
            do { try await Task.sleep(for: .milliseconds(Int.random(in: 50...1_000, using: &generator))) } catch {
                return count
            }
            let part = parts[Int.random(in: parts.indices, using: &generator)]
            await part.end()
            try await part.start()
            count += 1
        }
    }
}
