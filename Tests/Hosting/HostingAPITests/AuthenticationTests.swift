// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

@Suite("Tokens over the wire", .timeLimit(.minutes(2))) struct AuthenticationTests {
    @Test func aSignedTokenIsGoodAndOthersAreNot() async throws {
        try await HostServer.with { server in
            let (client, other) = (try await server.client(), try await server.client())
            #expect(try await client.get("/v1/apps").status == 200)
            func status(_ authorization: String) async throws -> Int {
                let answer = try await client.send("GET", "/v1/apps", authorization: authorization)
                if answer.status == 401 {
                    #expect(answer.string("errors/0/code") == "NOT_AUTHORIZED")
                    #expect(answer.fields["www-authenticate"] == "Bearer")
                }
                return answer.status
            }
            let good = try await client.token()
            #expect(try await status("bearer " + good) == 200)
            for wrong in [
                "", "Bearer", "Bearer x", "Basic " + good, good, "Bearer \(good) x",
                "Bearer " + String(repeating: "a.", count: 5_000),
            ] {
                #expect(try await status(wrong) == 401, "\(wrong)")
            }
            // Another key's name, another key's signature, none at all.
            #expect(try await status("Bearer " + client.token(kid: other.keyID)) == 401)
            #expect(try await status("Bearer " + client.token(kid: "ABCDEFGHIJ")) == 401)
            let parts = good.split(separator: ".")
            #expect(try await status("Bearer \(parts[0]).\(parts[1]).") == 401)
            #expect(try await status("Bearer \(parts[0]).\(parts[1]).\(parts[2].dropLast(4))AAAA") == 401)
            let changed = HostClient.encode(
                Data(#"{"iss":"\#(server.issuer)","aud":"appstoreconnect-v1","exp":1800000100,"x":1}"#.utf8))
            #expect(try await status("Bearer \(parts[0]).\(changed).\(parts[2])") == 401)
            #expect(try await status("Bearer " + client.token { $0["exp"] = server.clock.now.seconds + 2_000 }) == 401)
            let soon = "Bearer " + (try await client.token { $0["exp"] = "soon" })
            #expect(try await status(soon) == 401)
            let told = try await client.send("GET", "/v1/apps", authorization: soon).string("errors/0/detail")
            #expect(told?.contains("exp, iat and nbf are numbers") == true, "\(told ?? "")")
            server.clock.advance(seconds: 601)
            #expect(try await status("Bearer " + good) == 401)
        }
    }

    @Test func theAlgorithmIsNotTheTokensChoice() async throws {
        try await HostServer.with { server in
            let client = try await server.client()
            let key = try #require(try await server.store.key(client.keyID))
            let claims = HostClient.encode(
                Data(#"{"iss":"\#(server.issuer)","aud":"appstoreconnect-v1","exp":1800000100}"#.utf8))
            func status(_ header: String, _ signature: (Data) throws -> Data) async throws -> Int {
                let text = HostClient.encode(Data(header.utf8)) + "." + claims
                let token = text + "." + HostClient.encode(try signature(Data(text.utf8)))
                return try await client.send("GET", "/v1/apps", authorization: "Bearer " + token).status
            }
            for name in ["none", "None", "NONE", ""] {
                #expect(try await status(#"{"alg":"\#(name)","kid":"\#(client.keyID)"}"#) { _ in Data() } == 401)
            }
            // The public key as the secret of a code that anybody can make.
            #expect(
                try await status(#"{"alg":"HS256","kid":"\#(client.keyID)"}"#) { text in
                    Data(
                        HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: Data(key.publicKey.utf8))))
                } == 401)
            let pair = try P256.Signing.PrivateKey(pemRepresentation: client.privateKey)
            #expect(
                try await status(#"{"alg":"ES256","kid":"\#(client.keyID)"}"#) {
                    try pair.signature(for: $0).rawRepresentation
                } == 200)
            #expect(
                try await status(#"{"alg":"ES384","kid":"\#(client.keyID)"}"#) {
                    try pair.signature(for: $0).rawRepresentation
                } == 401)
            #expect(
                try await status(#"{"alg":"ES256","kid":"\#(client.keyID)","crit":["exp"]}"#) {
                    try pair.signature(for: $0).rawRepresentation
                } == 401)
            #expect(
                try await status(#"{"alg":"ES256"}"#) { try pair.signature(for: $0).rawRepresentation }
                    == 401)
            #expect(
                try await status(#"{"alg":"ES256","kid":"\#(client.keyID)"}"#) {
                    try pair.signature(for: $0).derRepresentation
                } == 401)
        }
    }

    @Test func aKeyThatIsRevokedIsGoodForNothing() async throws {
        try await HostServer.with { server in
            let client = try await server.client()
            // One that was good before, too.
            let token = "Bearer " + (try await client.token())
            for _ in 0..<2 {
                #expect(try await client.send("GET", "/v1/apps", authorization: token).status == 200)
            }
            try await server.store.revokeKey(client.keyID)
            #expect(try await client.send("GET", "/v1/apps", authorization: token).status == 401)
            #expect(try await client.get("/v1/apps").status == 401)
            #expect(try await server.store.keys().map(\.revokedAt) == [server.clock.now])
        }
    }

    @Test func rolesAndScopesAllowWhatTheySay() async throws {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            let reader = try await server.client(.readOnly)
            #expect(try await reader.get("/v1/apps/\(app.id)").status == 200)
            let refused = try await reader.post(
                "backgroundAssets", ["assetPackIdentifier": "A"], ["app": ("apps", app.id)])
            #expect(refused.status == 403)
            #expect(refused.string("errors/0/code") == "FORBIDDEN_ERROR")
            let scoped = try await reader.token { $0["scope"] = ["GET /v1/apps?filter[bundleId]=com.example.game"] }
            #expect(
                try await reader.send(
                    "GET", "/v1/apps?filter[bundleId]=com.example.game", authorization: "Bearer " + scoped
                ).status == 200)
            #expect(try await reader.send("GET", "/v1/apps/\(app.id)", authorization: "Bearer " + scoped).status == 403)
        }
    }

    @Test func aKeyForOneAppKnowsOfNoOther() async throws {
        try await HostServer.with { server in
            let own = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.a", name: "A", sku: "A", primaryLocale: "en-US"))
            let other = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.b", name: "B", sku: "B", primaryLocale: "en-US"))
            let (admin, client) = (try await server.client(), try await server.client(appIDs: [own.id]))
            let pack = try await admin.post(
                "backgroundAssets", ["assetPackIdentifier": "P"], ["app": ("apps", other.id)])
            let packID = try #require(pack.string("data/id"))
            let version = try await admin.post(
                "backgroundAssetVersions", [:], ["backgroundAsset": ("backgroundAssets", packID)])
            let versionID = try #require(version.string("data/id"))
            #expect(try await client.get("/v1/apps").strings("data", "id") == [own.id])
            #expect(try await client.get("/v1/apps?filter[id]=\(other.id)").strings("data", "id") == [])
            for path in [
                "apps/\(other.id)", "apps/\(other.id)/backgroundAssets", "backgroundAssets/\(packID)",
                "backgroundAssets/\(packID)/versions", "backgroundAssetVersions/\(versionID)",
            ] {
                let answer = try await client.get("/v1/" + path)
                #expect(answer.status == 404, "\(path)")
                #expect(answer.string("errors/0/code") == "NOT_FOUND")
            }
            #expect(
                try await client.post("backgroundAssets", ["assetPackIdentifier": "Q"], ["app": ("apps", other.id)])
                    .status == 409)
            #expect(
                try await client.post("backgroundAssetVersions", [:], ["backgroundAsset": ("backgroundAssets", packID)])
                    .status == 409)
            #expect(try await client.patch("backgroundAssets", packID, ["archived": true]).status == 404)
        }
    }
}
