// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

@Suite("Packs, versions and uploads over the wire", .timeLimit(.minutes(2))) struct PackEndpointTests {
    private func with(_ body: @escaping @Sendable (HostServer, HostClient, HostedApp) async throws -> Void) async throws
    {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            try await body(server, server.client(), app)
        }
    }

    private func pack(_ name: String, _ client: HostClient, _ app: HostedApp) async throws -> String {
        let answer = try await client.post("backgroundAssets", ["assetPackIdentifier": name], ["app": ("apps", app.id)])
        #expect(answer.status == 201, "\(answer.text)")
        return try #require(answer.string("data/id"))
    }

    @Test func aPackIsMadeFoundAndArchived() async throws {
        try await with { server, client, app in
            let id = try await pack("Tutorial", client, app)
            let answer = try await client.get("/v1/backgroundAssets/\(id)?include=app&fields[apps]=bundleId")
            #expect(answer.status == 200)
            #expect(answer.fields["content-type"] == "application/json")
            #expect(answer.string("data/type") == "backgroundAssets")
            #expect(answer.string("data/attributes/assetPackIdentifier") == "Tutorial")
            #expect(answer.string("data/attributes/createdDate") == server.clock.now.description)
            #expect(answer["data/attributes/archived"] as? Bool == false)
            #expect(answer["data/attributes/usedBytes"] as? Int == 0)
            #expect(answer.string("data/relationships/app/data/id") == app.id)
            #expect(
                answer.string("data/relationships/versions/links/related")
                    == "\(server.base)/v1/backgroundAssets/\(id)/versions")
            #expect(answer.string("included/0/attributes/bundleId") == "com.example.game")
            #expect(answer.string("included/0/attributes/name") == nil)
            #expect(
                answer.string("links/self")
                    == "\(server.base)/v1/backgroundAssets/\(id)?include=app&fields%5Bapps%5D=bundleId"
                    || answer.string("links/self")
                        == "\(server.base)/v1/backgroundAssets/\(id)?include=app&fields[apps]=bundleId"
            )
            let archived = try await client.patch("backgroundAssets", id, ["archived": true])
            #expect(archived["data/attributes/archived"] as? Bool == true)
            let refused = try await client.post(
                "backgroundAssetVersions", [:], ["backgroundAsset": ("backgroundAssets", id)])
            #expect(refused.status == 409)
            #expect(refused.string("errors/0/code") == "STATE_ERROR")
            let taken = try await client.post(
                "backgroundAssets", ["assetPackIdentifier": "Tutorial"], ["app": ("apps", app.id)])
            #expect(taken.status == 409)
            #expect(taken.string("errors/0/code") == "ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE")
            #expect(taken.string("errors/0/source/pointer") == "/data/attributes/assetPackIdentifier")
        }
    }

    @Test func listsComeInPagesThatCanBeFollowed() async throws {
        try await with { server, client, app in
            for name in ["C", "A", "E", "B", "D"] { _ = try await pack(name, client, app) }
            var path =
                "/v1/apps/\(app.id)/backgroundAssets?sort=-assetPackIdentifier&limit=2&filter%5Barchived%5D=false"
            var names: [String] = []
            var pages = 0
            while true {
                let page = try await client.get(path)
                #expect(page.status == 200, "\(page.text)")
                names += page.strings("data", "attributes/assetPackIdentifier")
                pages += 1
                #expect(page["meta/paging/limit"] as? Int == 2)
                #expect((page.string("links/first") != nil) == (pages > 1))
                guard let next = page.string("links/next") else { break }
                #expect(next.hasPrefix(server.base + "/v1/apps/"))
                path = next
            }
            #expect(names == ["E", "D", "C", "B", "A"])
            #expect(pages == 3)
            let all = try await client.get("/v1/apps/\(app.id)/relationships/backgroundAssets")
            #expect(all.strings("data", "id").count == 5)
            #expect(all["meta/paging/total"] as? Int == 5)
            #expect(
                try await client.get("/v1/apps/\(app.id)/backgroundAssets?filter[assetPackIdentifier]=B,X").strings(
                    "data", "attributes/assetPackIdentifier") == ["B"])
            #expect(try await client.get("/v1/apps/\(app.id)/backgroundAssets?filter[name]=B").status == 400)
            #expect(try await client.get("/v1/apps/77/backgroundAssets").status == 404)
        }
    }

    @Test func anArchiveIsUploadedInParts() async throws {
        try await with { server, client, app in
            let packID = try await pack("Tutorial", client, app)
            let version = try await client.post(
                "backgroundAssetVersions", [:], ["backgroundAsset": ("backgroundAssets", packID)])
            #expect(version.string("data/attributes/version") == "1")
            #expect(version.string("data/attributes/state") == "AWAITING_UPLOAD")
            let versionID = try #require(version.string("data/id"))
            let bytes = Data((0..<2_500).map { UInt8(truncatingIfNeeded: $0 / 3) })
            let reserved = try await client.post(
                "backgroundAssetUploadFiles",
                ["assetType": "ASSET", "fileName": "Tutorial.aar", "fileSize": bytes.count],
                ["backgroundAssetVersion": ("backgroundAssetVersions", versionID)])
            #expect(reserved.status == 201, "\(reserved.text)")
            #expect(reserved.string("data/attributes/assetDeliveryState/state") == "AWAITING_UPLOAD")
            let fileID = try #require(reserved.string("data/id"))
            let operations = try #require(reserved["data/attributes/uploadOperations"] as? [[String: Any]])
            #expect(operations.count == 3)
            let early = try await client.patch("backgroundAssetUploadFiles", fileID, ["uploaded": true])
            #expect(early.status == 409)
            #expect(
                early.string("errors/0/detail")?.contains(
                    "3 of the 3 parts of 'Tutorial.aar' have not arrived: 1, 2, 3") == true)
            // What was damaged on its way has not arrived.
            for (announced, text) in [
                (Data(Insecure.MD5.hash(data: bytes)).base64EncodedString(), "was announced"), ("nothing", "no MD5"),
            ] {
                let damaged = try await client.send(
                    "PUT", operations[0]["url"] as? String ?? "", json: bytes[..<1_000],
                    contentType: "application/octet-stream", authorization: "", fields: ["Content-MD5": announced])
                #expect(damaged.status == 400 && damaged.text.contains(text), "\(damaged.text)")
            }
            // Nor is it taken for what it would not be by its fields.
            for (name, value, status) in [
                ("Content-Range", "bytes 0-10/20", 400), ("Content-Encoding", "gzip", 415),
            ] {
                let other = try await client.send(
                    "PUT", operations[0]["url"] as? String ?? "", json: bytes[..<1_000],
                    contentType: "application/octet-stream", authorization: "", fields: [name: value])
                #expect(other.status == status, "\(other.text)")
            }
            for operation in operations.reversed() {
                let (url, offset, length) = (
                    operation["url"] as? String ?? "", operation["offset"] as? Int ?? -1,
                    operation["length"] as? Int ?? -1
                )
                // No token goes with it.
                let put = try await client.send(
                    "PUT", url, json: bytes[offset..<offset + length], contentType: "application/octet-stream",
                    authorization: "")
                #expect(put.status == 200, "\(put.text)")
                #expect(put.fields["etag"]?.count == 34)
            }
            // What is no digest is refused, and nothing that has arrived is lost by it.
            for checksum in ["zz", "1B2M2Y8AsgTpgAmY7PhCfg==", String(repeating: "a", count: 64)] {
                let refused = try await client.patch(
                    "backgroundAssetUploadFiles", fileID, ["uploaded": true, "sourceFileChecksum": checksum])
                #expect(refused.status == 409 && refused.text.contains("32 hexadecimal digits"), "\(refused.text)")
            }
            for checksums in [
                ["composite": ["hash": String(repeating: "a", count: 32) + "-x"]],
                ["file": ["hash": String(repeating: "a", count: 32), "algorithm": "SHA_256"]],
            ] {
                let refused = try await client.patch(
                    "backgroundAssetUploadFiles", fileID, ["uploaded": true, "sourceFileChecksums": checksums])
                #expect(refused.status == 409 && refused.text.contains("hexadecimal digits"), "\(refused.text)")
            }
            let before = try await client.get("/v1/backgroundAssetUploadFiles/\(fileID)")
            #expect((before["data/attributes/uploadOperations"] as? [[String: Any]])?.count == 3)
            // A commit puts the parts together, and then its server dies: what is left to do is another commit.
            let file = try #require(try await server.store.file(fileID))
            try await server.store.objects.complete(file.upload)
            let left = try await client.get("/v1/backgroundAssetUploadFiles/\(fileID)")
            #expect(left.status == 200, "\(left.text)")
            #expect(left.string("data/attributes/assetDeliveryState/state") == "AWAITING_UPLOAD")
            #expect((left["data/attributes/uploadOperations"] as? [Any])?.isEmpty == true)
            #expect(
                try await client.get("/v1/backgroundAssets/\(packID)/versions?include=assetFile").strings(
                    "included", "id") == [fileID])
            // Which digest it is, its length says; one that is not there is none.
            let checksums: [String: any Sendable] = [
                "file": ["hash": Insecure.MD5.hash(data: bytes).map { String(format: "%02x", $0) }.joined()],
                "composite": [String: String](),
            ]
            let committed = try await client.patch(
                "backgroundAssetUploadFiles", fileID,
                ["uploaded": true, "sourceFileChecksum": NSNull(), "sourceFileChecksums": checksums])
            #expect(committed.status == 200, "\(committed.text)")
            #expect(committed.string("data/attributes/assetDeliveryState/state") == "UPLOAD_COMPLETE")
            #expect((committed["data/attributes/uploadOperations"] as? [Any])?.isEmpty == true)
            let after = try await client.get(
                "/v1/backgroundAssetVersions/\(versionID)?include=assetFile,backgroundAsset")
            #expect(after.string("data/attributes/state") == "PROCESSING")
            #expect(Set(after.strings("included", "id")) == [packID, fileID])
            #expect(try await client.patch("backgroundAssetUploadFiles", fileID, ["uploaded": true]).status == 409)
            #expect(
                try await client.get("/v1/backgroundAssetVersions/\(versionID)/backgroundAssetUploadFiles").strings(
                    "data", "id") == [fileID])
            #expect(
                try await client.get("/v1/backgroundAssets/\(packID)/versions?filter[state]=PROCESSING").strings(
                    "data", "id") == [versionID])
            #expect(
                try await client.get("/v1/backgroundAssets/\(packID)/versions?filter[state]=COMPLETE").strings(
                    "data", "id") == [])
            for (number, found) in [("1", [versionID]), ("01", []), ("+1", []), ("first", [])] {
                #expect(
                    try await client.get("/v1/backgroundAssets/\(packID)/versions?filter[version]=\(number)").strings(
                        "data", "id") == found, "\(number)")
            }
            // What has arrived is awaited no more.
            let late = try await client.send(
                "PUT", operations[0]["url"] as? String ?? "", json: bytes[..<1_000],
                contentType: "application/octet-stream", authorization: "")
            #expect(late.status == 409)
        }
    }

    @Test func addressesOfPartsAreGoodForThatPartAndForATime() async throws {
        try await with { server, client, app in
            let packID = try await pack("Tutorial", client, app)
            let version = try await client.post(
                "backgroundAssetVersions", [:], ["backgroundAsset": ("backgroundAssets", packID)])
            let reserved = try await client.post(
                "backgroundAssetUploadFiles", ["assetType": "ASSET", "fileName": "T.aar", "fileSize": 1_500],
                ["backgroundAssetVersion": ("backgroundAssetVersions", version.string("data/id") ?? "")])
            let first = try #require(reserved.string("data/attributes/uploadOperations/0/url"))
            func put(_ url: String, _ count: Int, _ method: String = "PUT") async throws -> Int {
                try await client.send(
                    method, url, json: Data(count: count), contentType: "application/octet-stream", authorization: ""
                ).status
            }
            #expect(try await put(first, 999) == 400)
            #expect(try await put(first, 1_001) == 400)
            #expect(try await put(first.replacing("/1?", with: "/2?"), 500) == 403)
            #expect(try await put(first.replacing("expires=", with: "expires=9"), 1_000) == 403)
            #expect(try await put(first + "0", 1_000) == 403)
            #expect(try await put(String(first.split(separator: "?")[0]), 1_000) == 403)
            #expect(try await put(first, 1_000, "POST") == 405)
            #expect(try await put(first, 1_000) == 200)
            // Whoever asks again sees what has arrived.
            let fileID = reserved.string("data/id") ?? ""
            let again = try await client.get("/v1/backgroundAssetUploadFiles/\(fileID)")
            #expect(again.string("data/attributes/uploadOperations/0/entityTag")?.count == 32)
            #expect(again.string("data/attributes/uploadOperations/1/entityTag") == nil)
            server.clock.advance(seconds: 24 * 3_600)
            #expect(try await put(first, 1_000) == 403)
        }
    }

    @Test func whatIsNotThere() async throws {
        try await with { server, client, app in
            #expect(try await client.get("/v1/nothing").status == 404)
            #expect(try await client.get("/").status == 404)
            let answer = try await client.send("DELETE", "/v1/backgroundAssets/x")
            #expect(answer.status == 403 && answer.string("errors/0/code") == "FORBIDDEN_ERROR")
            #expect(
                answer.string("errors/0/detail")?.hasSuffix("CREATE, GET_INSTANCE, UPDATE") == true, "\(answer.text)")
            #expect(answer.fields["allow"] == "GET, HEAD, PATCH")
            #expect(try await client.send("PUT", "/v1/backgroundAssets/x").status == 405)
            for type in [
                "backgroundAssets", "backgroundAssetVersions", "backgroundAssetUploadFiles",
                "backgroundAssetVersionInternalBetaReleases", "backgroundAssetVersionExternalBetaReleases",
                "backgroundAssetVersionAppStoreReleases", "apps",
            ] {
                #expect(try await client.get("/v1/\(type)/x").status == 404, "\(type)")
            }
            let body = Data(#"{"data":{"type":"backgroundAssets"}}"#.utf8)
            #expect(
                try await client.send("POST", "/v1/backgroundAssets", json: body, contentType: "text/plain").status
                    == 415)
            #expect(try await client.send("POST", "/v1/backgroundAssets", json: Data(count: 1 << 21)).status == 413)
            #expect(try await client.send("POST", "/v1/backgroundAssets", json: Data("{".utf8)).status == 400)
            let two = try await client.send("POST", "/v1/backgroundAssets", json: body)
            #expect(two.status == 409)
            #expect(
                two.strings("errors", "code") == [
                    "ENTITY_ERROR.ATTRIBUTE.REQUIRED", "ENTITY_ERROR.RELATIONSHIP.REQUIRED",
                ])
        }
    }
}
