// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A host whose database goes, and comes back.
@Suite("A host without its database", .serialized, .timeLimit(.minutes(4))) struct DatabaseOutageTests {
    private typealias Fate = PostgreSQLCluster.Fate

    private static let manifest = "/apps/com.example.game/internal/manifest?platform=linux"

    @Test(
        "Requests are refused soon, devices get what was published, and all goes on by itself",
        arguments: [(Fate.stop, Fate.start), (Fate.freeze, Fate.thaw)])
    func outage(_ end: PostgreSQLCluster.Fate, _ begin: PostgreSQLCluster.Fate) async throws {
        let cluster = PostgreSQLCluster()
        let storage = HostStorage(database: try await cluster.newDatabase())
        try await ServingHost.with(storage: storage) { host in
            let (packID, versionID) = try await host.upload("Tutorial", of: try await host.app())
            #expect(try await host.processed(versionID).string("data/attributes/state") == "COMPLETE")
            let published = try await host.fetch(host.url + Self.manifest)
            // One whose bytes have arrived.
            let file = try await reserve(host, packID)
            #expect(try await host.put("pack/pack.aar", to: file.address).status == 200)
            try await cluster.meet(end)
            try await eventually { try await host.head(of: "/readyz").contains(" 503") }
            // More at a time than there are connections to the database.
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<24 {
                    group.addTask {
                        return try await host.send("GET", "/v1/apps").status
                    }
                }
                for try await status in group { #expect(status == 503) }
            }
            #expect(try await host.head(of: "/healthz").contains(" 200"))
            #expect(try await host.fetch(host.url + Self.manifest) == published)
            let refused = try await host.head(of: "/apps/com.example.other/internal/manifest")
            #expect(refused.contains(" 503") && refused.contains("retry-after: "), "\(refused)")
            #expect(try await commit(host, file.id).status == 503)
            try await cluster.meet(begin)
            try await eventually { try await host.head(of: "/readyz").contains(" 200") }
            // No connection that was lost costs a request.
            for _ in 0..<12 { #expect(try await host.send("GET", "/v1/apps").status == 200) }
            #expect(try await commit(host, file.id).status == 200)
            #expect(try await host.processed(file.versionID).string("data/attributes/state") == "COMPLETE")
            let versions = try await host.send("GET", "/v1/backgroundAssets/\(packID)/versions")
            #expect((versions["data"] as? [Any])?.count == 2, "\(versions.text)")
            let log = try host.log.split(separator: "\n")
            #expect(log.count { $0.contains("requests are refused until the database answers") } == 1, "\(log)")
            #expect(log.count { $0.contains("the database answers again") } == 1, "\(log)")
            #expect(log.count { $0.contains(" error ") || $0.contains(" warning ") } < 12, "\(log)")
        }
    }

    private func reserve(
        _ host: ServingHost, _ packID: String
    ) async throws -> (id: String, versionID: String, address: String) {
        let version = try await host.send(
            "POST", "/v1/backgroundAssetVersions",
            json: ServingHost.document(
                "backgroundAssetVersions",
                #""relationships":{"backgroundAsset":{"data":{"type":"backgroundAssets","id":"\#(packID)"}}}"#))
        let versionID = try #require(version.string("data/id"))
        let size = try await host.makePack("Tutorial", "two")
        let file = try await host.send(
            "POST", "/v1/backgroundAssetUploadFiles",
            json: ServingHost.document(
                "backgroundAssetUploadFiles",
                #""attributes":{"assetType":"ASSET","fileName":"pack.aar","fileSize":\#(size)},"relationships":{"backgroundAssetVersion":{"data":{"type":"backgroundAssetVersions","id":"\#(versionID)"}}}"#
            ))
        return (
            try #require(file.string("data/id")), versionID,
            try #require(file.string("data/attributes/uploadOperations/0/url"))
        )
    }

    private func commit(_ host: ServingHost, _ id: String) async throws -> ServingHost.Answer {
        try await host.send(
            "PATCH", "/v1/backgroundAssetUploadFiles/\(id)",
            json: ServingHost.document("backgroundAssetUploadFiles", #""id":"\#(id)","attributes":{"uploaded":true}"#))
    }
}
