// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HostingAPI

@Suite("The description of the interface", .timeLimit(.minutes(2))) struct OpenAPITests {
    @Test func itIsServedToAnybodyAndEveryReferenceLeadsSomewhere() async throws {
        try await HostServer.with { server in
            let client = try await server.client()
            let answer = try await client.send("GET", "/ba/v1/openapi.json", authorization: "")
            #expect(answer.status == 200)
            #expect(answer.string("openapi") == "3.1.0")
            let schemas = try #require(answer["components/schemas"] as? [String: Any])
            let references = answer.text.matches(of: /#\/components\/schemas\/([A-Za-z]+)/).map { String($0.1) }
            #expect(Set(references).isSubset(of: Set(schemas.keys)))
            #expect(Set(schemas.keys).subtracting(references) == [])
            let paths = try #require(answer["paths"] as? [String: [String: Any]])
            #expect(paths["/v1/backgroundAssets/{id}"]?.keys.sorted() == ["get", "patch"])
            #expect(paths["/v1/backgroundAssetUploadFiles"]?.keys.sorted() == ["post"])
            // Of all operations, each has a name of its own.
            let names = paths.values.flatMap(\.values).compactMap { ($0 as? [String: Any])?["operationId"] as? String }
            #expect(Set(names).count == names.count)
        }
    }

    @Test("It has the names that App Store Connect's document has, so that clients of both are the same") func names()
        async throws
    {
        try await HostServer.with { server in
            let answer = try await server.client().get("/ba/v1/openapi.json")
            func operation(_ path: String, _ method: String) throws -> [String: Any] {
                let paths = try #require(answer["paths"] as? [String: [String: Any]])
                return try #require(paths[path]?[method] as? [String: Any], "\(path)")
            }
            func reference(_ object: Any?) throws -> String {
                let data = try JSONSerialization.data(withJSONObject: try #require(object))
                let text = String(decoding: data, as: UTF8.self)
                return text.firstMatch(of: /schemas\\?\/([A-Za-z]+)"/).map { String($0.1) } ?? text
            }
            for (path, method, status, name) in [
                ("/v1/apps/{id}/backgroundAssets", "get", "200", "BackgroundAssetsResponse"),
                ("/v1/backgroundAssets", "post", "201", "BackgroundAssetResponse"),
                (
                    "/v1/backgroundAssets/{id}/relationships/versions", "get", "200",
                    "BackgroundAssetVersionsLinkagesResponse"
                ),
                ("/v1/apps/{id}/builds", "get", "200", "BuildsWithoutIncludesResponse"),
                ("/v1/builds/{id}/relationships/app", "get", "200", "BuildAppLinkageResponse"),
                ("/v1/builds/{id}/appStoreVersion", "get", "200", "AppStoreVersionResponse"),
                (
                    "/v1/builds/{id}/relationships/appStoreVersion", "get", "200",
                    "BuildAppStoreVersionLinkageResponse"
                ),
                (
                    "/v1/appStoreVersions/{id}/relationships/build", "get", "200",
                    "AppStoreVersionBuildLinkageResponse"
                ),
                ("/v1/webhooks/{id}/deliveries", "get", "200", "WebhookDeliveriesResponse"),
                (
                    "/v1/backgroundAssetVersions/{id}/backgroundAssetUploadFiles", "get", "200",
                    "BackgroundAssetUploadFilesResponse"
                ),
            ] {
                let responses = try operation(path, method)["responses"] as? [String: Any]
                #expect(try reference(responses?[status]) == name, "\(path)")
            }
            let update = try operation("/v1/backgroundAssetUploadFiles/{id}", "patch")
            #expect(try reference(update["requestBody"]) == "BackgroundAssetUploadFileUpdateRequest")
            #expect(update["tags"] as? [String] == ["BackgroundAssetUploadFiles"])
            let linkage = try operation("/v1/appStoreVersions/{id}/relationships/build", "patch")
            #expect(linkage["operationId"] as? String == "appStoreVersions_build_updateToOneRelationship")
            #expect(try reference(linkage["requestBody"]) == "AppStoreVersionBuildLinkageRequest")
            for (path, method, status) in [
                ("/v1/appStoreVersions/{id}/relationships/build", "patch", "204"),
                ("/v1/appStoreVersions/{id}", "delete", "204"), ("/v1/builds/{id}", "patch", "200"),
            ] {
                let responses = try #require(try operation(path, method)["responses"] as? [String: Any])
                #expect(responses[status] != nil && responses["409"] != nil, "\(path)")
            }
            // A delivery is one of the webhookDeliveries.
            #expect(answer["components/schemas/WebhookDelivery"] != nil)
            let pack = "components/schemas/BackgroundAsset/properties/"
            #expect(answer.string(pack + "attributes/properties/usedBytes/format") == "int64")
            #expect(answer.string(pack + "relationships/properties/appStoreVersion/properties/data/type") == "object")
        }
    }

    @Test("What several places can be one of has a name, and no name is one that generators make up")
    func enumerations()
        async throws
    {
        try await HostServer.with { server in
            let answer = try await server.client().get("/ba/v1/openapi.json")
            let schemas = try #require(answer["components/schemas"] as? [String: [String: Any]])
            let named = schemas.compactMapValues { $0["enum"] as? [String] }
            for (name, values) in [
                ("Platform", "VISION_OS"), ("BackgroundAssetVersionState", "AWAITING_UPLOAD"),
                ("BackgroundAssetVersionAppStoreReleaseState", "SUPERSEDED"), ("BetaReviewState", "APPROVED"),
                ("AppVersionState", "READY_FOR_DISTRIBUTION"), ("ChecksumAlgorithm", "SHA_256"),
            ] { #expect(named[name]?.contains(values) == true, "\(name)") }
            // A Build's `type` is made BuildType.
            #expect(schemas.keys.filter { $0.hasSuffix("Type") && schemas[String($0.dropLast(4))] != nil } == [])
            var inline: [[String]] = []
            func look(_ value: Any) {
                if let array = value as? [Any] { array.forEach(look) }
                guard let object = value as? [String: Any] else { return }
                // What a type's fields are is a parameter's own, as in App Store Connect's document.
                let name = object["name"] as? String ?? ""
                if name.hasPrefix("fields[") || ["sort", "include"].contains(name) { return }
                if let values = object["enum"] as? [String], values.count > 1 { inline.append(values) }
                object.values.forEach(look)
            }
            look(try #require(answer["paths"]))
            for (name, schema) in schemas where named[name] == nil { look(schema) }
            #expect(Set(inline).count == inline.count, "\(inline)")
            #expect(Set(inline).isDisjoint(with: named.values))
            // Attributes and filters refer to the same one.
            let reference = "#/components/schemas/Platform"
            let attributes = "components/schemas/AppStoreVersion/properties/attributes/properties/"
            #expect(answer.string(attributes + "platform/$ref") == reference)
        }
    }

    @Test("No list of values has one twice, which some generators do not survive") func values() async throws {
        try await HostServer.with { server in
            let answer = try await server.client().get("/ba/v1/openapi.json")
            func look(_ value: Any) {
                if let array = value as? [Any] { array.forEach(look) }
                guard let object = value as? [String: Any] else { return }
                if let values = object["enum"] as? [String] { #expect(Set(values).count == values.count, "\(values)") }
                object.values.forEach(look)
            }
            look(try #require(answer["paths"]))
            look(try #require(answer["components"]))
        }
    }
}
