// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

@Suite("Apps over the wire", .timeLimit(.minutes(2))) struct AppEndpointTests {
    /// Three apps: Beta, Alpha and Gamma, of which the second has a version and a submission.
    private func with(
        _ body: @escaping @Sendable (HostServer, HostClient, [HostedApp]) async throws -> Void
    ) async throws {
        try await HostServer.with { server in
            var apps: [HostedApp] = []
            for (name, sku) in [("Beta", "2"), ("Alpha", "3"), ("Gamma", "1")] {
                apps.append(
                    try await server.store.createApp(
                        NewApp(
                            bundleID: "com.example.\(name)", name: name, sku: sku, primaryLocale: "en-US")))
            }
            _ = try await server.store.createAppStoreVersion(
                appID: apps[1].id, versionString: "1.0", platform: .tvOS, buildID: nil)
            _ = try await server.store.createReview(appID: apps[1].id, platform: .iOS, by: "k")
            try await body(server, server.client(), apps)
        }
    }

    @Test("They are found and sorted by all that App Store Connect has, page by page") func finding() async throws {
        try await with { server, client, apps in
            let (beta, alpha, gamma) = (apps[0].id, apps[1].id, apps[2].id)
            for (query, ids) in [
                ("sort=name", [alpha, beta, gamma]), ("sort=-name", [gamma, beta, alpha]),
                ("sort=bundleId", [alpha, beta, gamma]), ("sort=sku", [gamma, beta, alpha]),
                ("sort=-sku,name", [alpha, beta, gamma]), ("filter[name]=Beta,Gamma&sort=name", [beta, gamma]),
                ("filter[sku]=1", [gamma]), ("filter[id]=\(beta)", [beta]),
                ("filter[appStoreVersions.platform]=TV_OS", [alpha]),
                ("filter[appStoreVersions.platform]=IOS", []),
                ("filter[appStoreVersions.appStoreState]=PREPARE_FOR_SUBMISSION,READY_FOR_SALE", [alpha]),
                ("filter[appStoreVersions.appVersionState]=READY_FOR_DISTRIBUTION", []),
                ("filter[appStoreVersions]=x", []), ("filter[reviewSubmissions.state]=READY_FOR_REVIEW", [alpha]),
                ("filter[reviewSubmissions.platform]=IOS&filter[reviewSubmissions.state]=COMPLETE", []),
                ("exists[gameCenterEnabledVersions]=true", []),
                ("exists[gameCenterEnabledVersions]=false&sort=name", [alpha, beta, gamma]),
            ] {
                #expect(try await client.pages("/v1/apps?limit=2&" + query).flatMap(\.self) == ids, "\(query)")
            }
            let one = try await server.client(.admin, appIDs: [beta])
            #expect(try await one.get("/v1/apps?sort=name").strings("data", "id") == [beta])
            #expect(try await one.get("/v1/apps?filter[id]=\(alpha)").strings("data", "id") == [])
        }
    }

    @Test("What is asked of an app that there is not, or that a key does not see, is not found") func missing()
        async throws
    {
        try await with { server, client, apps in
            let one = try await server.client(.admin, appIDs: [apps[0].id])
            for name in ["reviewSubmissions", "appStoreVersions", "builds", "backgroundAssets", "webhooks"] {
                for path in ["\(name)", "relationships/\(name)"] where path != "relationships/webhooks" {
                    for id in ["999", "nope"] {
                        #expect(try await client.get("/v1/apps/\(id)/\(path)").status == 404, "\(id) \(path)")
                    }
                    #expect(try await one.get("/v1/apps/\(apps[1].id)/\(path)").status == 404, "\(path)")
                    #expect(try await one.get("/v1/apps/\(apps[0].id)/\(path)").status == 200, "\(path)")
                }
            }
        }
    }

    @Test("A version of an app is a number, and nothing is made at the place of what is there") func refusals()
        async throws
    {
        try await with { _, client, apps in
            for version in ["abc", "1.", "", "1.0-beta"] {
                let answer = try await client.post(
                    "appStoreVersions", ["versionString": version, "platform": "IOS"], ["app": ("apps", apps[0].id)])
                #expect([409, 422, 400].contains(answer.status), "\(version): \(answer.text)")
                #expect(answer.string("errors/0/source/pointer") == "/data/attributes/versionString", "\(answer.text)")
            }
            let made = try await client.send("POST", "/v1/apps/\(apps[0].id)")
            #expect(made.status == 403 || made.status == 405)
            for method in ["POST", "PUT", "DELETE"] {
                let answer = try await client.send(method, "/ba/v1/openapi.json", authorization: "")
                #expect(answer.status == 405 && answer.fields["allow"] == "GET, HEAD", "\(answer)")
            }
            let version = try await client.send("POST", "/v1/backgroundAssetVersions/x")
            #expect(version.status == 405 && version.fields["allow"] == "GET, HEAD", "\(version.fields)")
        }
    }

    @Test("HEAD asks what GET would bring, and brings none of it") func heads() async throws {
        try await with { _, client, apps in
            for (path, status) in [
                ("/v1/apps", 200), ("/v1/apps/\(apps[0].id)", 200), ("/v1/apps/1", 404), ("/v1/nothing", 404),
                ("/v1/apps?limit=0", 400), ("/v1/reviewSubmissionItems", 403), ("/ba/v1/openapi.json", 200),
            ] {
                let (head, get) = (try await client.send("HEAD", path), try await client.get(path))
                #expect((head.status, get.status) == (status, status), "\(path)")
                #expect(head.text.isEmpty)
                for name in ["content-length", "content-type", "allow"] {
                    #expect(head.fields[name] == get.fields[name], "\(path) \(name)")
                }
            }
            #expect(try await client.send("HEAD", "/v1/apps", authorization: "").status == 401)
        }
    }

    @Test("What is kept of an app comes along; the rest can be asked for, and is not there") func including()
        async throws
    {
        try await with { _, client, apps in
            let id = apps[1].id
            _ = try await client.post(
                "appStoreVersions", ["versionString": "2.0", "platform": "IOS"], ["app": ("apps", id)])
            let answer = try await client.get(
                "/v1/apps/\(id)?include=appStoreVersions,builds,reviewSubmissions,appInfos,ciProduct"
                    + "&limit[appStoreVersions]=1&limit[appInfos]=5&fields[appInfos]=appStoreState&fields[apps]=name,"
                    + "appStoreVersions,builds,reviewSubmissions,contentRightsDeclaration")
            #expect(answer.strings("included", "type") == ["appStoreVersions", "reviewSubmissions"], "\(answer.text)")
            let relationships = "data/relationships/"
            #expect(answer.strings(relationships + "appStoreVersions/data", "id") == [answer.string("included/0/id")])
            #expect(answer[relationships + "appStoreVersions/meta/paging/limit"] as? Int == 1)
            #expect(answer[relationships + "appStoreVersions/meta/paging/total"] == nil)
            #expect(answer[relationships + "builds/meta/paging/total"] as? Int == 0)
            #expect(answer[relationships + "appInfos"] == nil)
            let list = try await client.get("/v1/apps?include=reviewSubmissions&sort=name")
            #expect(list.strings("included", "type") == ["reviewSubmissions"])
            for query in [
                "include=bogus", "fields[apps]=bogus", "limit[appInfos]=51", "exists[gameCenterEnabledVersions]=maybe",
                "limit[ciProduct]=1", "exists[other]=true",
            ] {
                let refused = try await client.get("/v1/apps?" + query)
                #expect(refused.status == 400, "\(query)")
                #expect(
                    refused.string("errors/0/source/parameter") == query.split(separator: "=").first.map(String.init))
            }
        }
    }
}
