// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A host over a file system of its own, which is filled.
@Suite("A host whose disk is full", .serialized, .timeLimit(.minutes(3)), .enabled(if: SmallDisk.isPossible))
struct FullDiskTests {
    @Test(
        "What cannot be kept is refused, nothing of it is there, and all goes on when there is room",
        arguments: SmallDisk.Kind.allCases)
    func full(_ kind: SmallDisk.Kind) async throws {
        try await TemporaryFolder.with { folder in
            try await SmallDisk.with(kind, megabytes: 96, at: "host", in: folder) { disk in
                try await ServingHost.with(in: folder) { host in try await play(host, disk) }
            }
        }
    }

    private func play(_ host: ServingHost, _ disk: SmallDisk) async throws {
        let (packID, versionID) = try await host.upload("Tutorial", of: try await host.app())
        #expect(try await host.processed(versionID).string("data/attributes/state") == "COMPLETE")
        let version = try await host.send("POST", "/v1/backgroundAssetVersions", json: Self.version(of: packID))
        let nextID = try #require(version.string("data/id"))
        let size = try await host.makePack("Tutorial", "two")
        let file = try await host.send(
            "POST", "/v1/backgroundAssetUploadFiles", json: Self.file(of: nextID, size: size))
        let address = try #require(file.string("data/attributes/uploadOperations/0/url"))
        let fileID = try #require(file.string("data/id"))
        try disk.fill(leaving: 0)
        // Bytes have no room, and a record has none as soon as the database's log is full.
        let put = try await host.put("pack/pack.aar", to: address)
        // A few bytes may lie in a block that is there already.
        let hasArrived = put.status == 200
        #expect(hasArrived || put.status == 503 && put.text.contains("no room left"), "\(put.status) \(put.text)")
        // Where the disk is, the log alone tells.
        #expect(!put.text.contains(disk.path))
        var made = 0
        let refused = try await eventualValue {
            let answer = try await host.send("POST", "/v1/backgroundAssets", json: Self.pack(made, host))
            if answer.status == 201 { made += 1 }
            return answer.status == 201 ? nil : answer
        }
        #expect(refused.status == 503 && refused.text.contains("no room left"), "\(refused.status) \(refused.text)")
        let ready = try await host.send("GET", "/readyz")
        #expect(ready.status == 200 && ready.string("objects") == "full", "\(ready.text)")
        // Devices get what is there.
        #expect(try await !host.fetch(host.url + "/apps/com.example.game/internal/manifest?platform=linux").isEmpty)
        let backup = try await host.ba("backup", host.folder.path("host/backup"))
        #expect(backup.status != 0 && !backup.errors.isEmpty)
        let early = try await commit(fileID, host)
        #expect(early.status == 409 || early.status == 503, "\(early.status) \(early.text)")
        try disk.free()
        let after = try await host.send("GET", "/readyz")
        #expect(after.status == 200 && after.string("objects") == nil, "\(after.text)")
        if !hasArrived { #expect(try await host.put("pack/pack.aar", to: address).status == 200) }
        let committed = try await commit(fileID, host)
        #expect(committed.status == 200, "\(committed.text)")
        #expect(try await host.processed(nextID).string("data/attributes/state") == "COMPLETE")
        let packs = try await host.send(
            "GET", "/v1/backgroundAssets?limit=200&fields[backgroundAssets]=assetPackIdentifier")
        let verified = try await host.ba("verify")
        #expect(verified.status == 0, "\(verified.errors)")
        let log = try host.log.split(separator: "\n")
        print("full: \(made) packs made before there was no room, \(packs.status), log: \(log.count) lines")
        #expect(log.contains { $0.contains("hardly room") }, "\(log)")
        #expect(log.count { $0.contains(" error ") } < 20, "\(log)")
    }

    private static func pack(_ number: Int, _ host: ServingHost) async throws -> String {
        let apps = try await host.send("GET", "/v1/apps")
        let id = try #require(apps.string("data/0/id"))
        return ServingHost.document(
            "backgroundAssets",
            #""attributes":{"assetPackIdentifier":"P\#(number)"},"relationships":{"app":{"data":{"type":"apps","id":"\#(id)"}}}"#
        )
    }

    private static func version(of packID: String) -> String {
        ServingHost.document(
            "backgroundAssetVersions",
            #""relationships":{"backgroundAsset":{"data":{"type":"backgroundAssets","id":"\#(packID)"}}}"#)
    }

    private static func file(of versionID: String, size: Int) -> String {
        ServingHost.document(
            "backgroundAssetUploadFiles",
            #""attributes":{"assetType":"ASSET","fileName":"pack.aar","fileSize":\#(size)},"relationships":{"backgroundAssetVersion":{"data":{"type":"backgroundAssetVersions","id":"\#(versionID)"}}}"#
        )
    }

    private func commit(_ id: String, _ host: ServingHost) async throws -> ServingHost.Answer {
        try await host.send(
            "PATCH", "/v1/backgroundAssetUploadFiles/\(id)",
            json: ServingHost.document("backgroundAssetUploadFiles", #""id":"\#(id)","attributes":{"uploaded":true}"#))
    }
}
