// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

@Suite("Builds and versions of apps over the wire", .timeLimit(.minutes(2))) struct BuildEndpointTests {
    @Test("C11: a build is uploaded, found in both of its types, and committed once") func upload() async throws {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            let client = try await server.client(.developer)
            let waiting = try #require(try await client.makeBuild(appID: app.id).string("data/id"))
            // App Store Connect would not know of it yet.
            #expect(try await client.get("/v1/builds/\(waiting)").status == 404)
            let early = try await client.change(
                "appBuilds", waiting, #""attributes":{"uploaded":true}"#, prefix: "/ba/v1")
            #expect(early.status == 409 && early.text.contains("2 of the 2 parts"), "\(early.text)")
            let id = try await server.build(by: client, of: app)
            let twice = try await client.change(
                "appBuilds", id, #""attributes":{"uploaded":true}"#, prefix: "/ba/v1")
            #expect(twice.status == 409 && twice.text.contains("uploaded once"), "\(twice.text)")
            let found = try await client.get("/ba/v1/appBuilds/\(id)?include=app,build")
            #expect(found.string("data/attributes/state") == "COMPLETE")
            #expect(found.string("data/attributes/architecture") == "x86_64")
            #expect(found.string("data/attributes/internalBetaState") == "READY_FOR_TESTING")
            #expect(found.strings("included", "type") == ["apps", "builds"])
            let apple = try await client.get("/v1/builds?filter[app]=\(app.id)&filter[processingState]=VALID")
            #expect(apple.strings("data", "id") == [id] && apple.strings("data", "attributes/version") == ["1"])
            #expect(try await client.get("/v1/builds?filter[version]=9").strings("data", "id") == [])
            #expect(try await client.get("/v1/builds/\(id)").string("data/attributes/processingState") == "VALID")
            let own = try await client.get(
                "/ba/v1/appBuilds?filter[state]=AWAITING_UPLOAD,COMPLETE&filter[app]=\(app.id)")
            #expect(Set(own.strings("data", "id")) == [id, waiting])
        }
    }

    @Test("Builds are those of the apps that a key may see, and are uploaded by whoever may upload")
    func permissions() async throws {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            let other = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.other", name: "Other", sku: "O", primaryLocale: "en-US"))
            let client = try await server.client()
            let id = try await server.build(by: client, of: app)
            let stranger = try await server.client(.admin, appIDs: [other.id])
            #expect(try await stranger.makeBuild(appID: app.id).status == 409)
            for path in ["/ba/v1/appBuilds/\(id)", "/v1/builds/\(id)"] {
                #expect(try await stranger.get(path).status == 404)
            }
            #expect(try await stranger.get("/v1/builds").strings("data", "id") == [])
            #expect(try await stranger.get("/ba/v1/appBuilds?filter[app]=\(app.id)").strings("data", "id") == [])
            let reviewer = try await server.client(.reviewer)
            #expect(try await reviewer.makeBuild(appID: app.id).status == 403)
            #expect(try await reviewer.get("/v1/builds/\(id)").status == 200)
            for (size, status) in [(0, 409), (-1, 409)] {
                #expect(try await client.makeBuild(appID: app.id, size: size).status == status)
            }
            #expect(try await stranger.post("betaAppReviewSubmissions", [:], ["build": ("builds", id)]).status == 409)
        }
    }

    @Test("Builds are found and sorted as App Store Connect's clients do it, page by page") func finding() async throws
    {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            let client = try await server.client()
            var ids: [String] = []
            for number in ["9", "10", "11"] {
                server.clock.advance(seconds: 1)
                ids.append(try await server.build(by: client, of: app, number: number))
            }
            let made = try await client.post(
                "appStoreVersions", ["versionString": "1.0"], ["app": ("apps", app.id), "build": ("builds", ids[0])])
            let versionID = try #require(made.string("data/id"), "\(made.text)")
            let review = try await client.post("betaAppReviewSubmissions", [:], ["build": ("builds", ids[1])])
            let newestFirst = Array(ids.reversed())
            for (query, found) in [
                ("", newestFirst), ("sort=-uploadedDate", newestFirst), ("sort=uploadedDate", ids),
                ("sort=-version", newestFirst), ("sort=version", ids), ("sort=preReleaseVersion,-version", newestFirst),
                ("filter[preReleaseVersion.version]=1.0,2.0&sort=version", ids),
                ("filter[preReleaseVersion.version]=2.0", []), ("filter[expired]=false&sort=version", ids),
                ("filter[expired]=true", []), ("filter[appStoreVersion]=\(versionID)", [ids[0]]),
                ("filter[betaAppReviewSubmission.betaReviewState]=WAITING_FOR_REVIEW", [ids[1]]),
                ("filter[betaAppReviewSubmission.betaReviewState]=APPROVED", []), ("filter[betaGroups]=x", []),
                ("filter[buildAudienceType]=APP_STORE_ELIGIBLE", newestFirst),
                ("filter[buildAudienceType]=INTERNAL_ONLY", []), ("filter[preReleaseVersion.platform]=IOS", []),
                ("exists[usesNonExemptEncryption]=true", []), ("filter[processingState]=VALID,FAILED", newestFirst),
            ] {
                let pages = try await client.pages("/v1/builds?limit=1&" + query)
                #expect(pages == (found.isEmpty ? [[]] : found.map { [$0] }), "\(query)")
            }
            #expect(try await client.pages("/v1/apps/\(app.id)/builds?limit=2").flatMap(\.self) == newestFirst)
            #expect(try await client.pages("/ba/v1/appBuilds?limit=2").flatMap(\.self) == newestFirst)
            let include = "include=app,appStoreVersion,betaAppReviewSubmission,betaGroups,preReleaseVersion"
            let list = try await client.get("/v1/builds?sort=version&" + include)
            #expect(
                list.strings("included", "type") == ["apps", "appStoreVersions", "betaAppReviewSubmissions"],
                "\(list.text)")
            #expect(list.string("data/0/relationships/appStoreVersion/data/id") == versionID)
            #expect(
                list.string("data/1/relationships/betaAppReviewSubmission/data/id") == review.string("data/id"))
            for (path, id) in [
                ("/v1/builds/\(ids[1])/betaAppReviewSubmission", review.string("data/id")),
                ("/v1/builds/\(ids[1])/relationships/betaAppReviewSubmission", review.string("data/id")),
                ("/v1/builds/\(ids[1])/app", app.id), ("/v1/appStoreVersions/\(versionID)/build", ids[0]),
                ("/v1/betaAppReviewSubmissions/\(review.string("data/id") ?? "")/relationships/build", ids[1]),
            ] { #expect(try await client.get(path).string("data/id") == id, "\(path)") }
            #expect(try await client.get("/v1/builds/\(ids[0])/betaAppReviewSubmission").status == 404)
        }
    }

    @Test("Versions of an app are found by what they are, and may go with no build") func appVersions() async throws {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            let client = try await server.client()
            let buildID = try await server.build(by: client, of: app)
            let made = try await client.post(
                "appStoreVersions", ["versionString": "1.0", "platform": "IOS"],
                ["app": ("apps", app.id), "build": ("builds", buildID)])
            let id = try #require(made.string("data/id"), "\(made.text)")
            #expect(made.string("data/attributes/appStoreState") == "PREPARE_FOR_SUBMISSION")
            for (query, isFound) in [
                ("filter[platform]=IOS,TV_OS", true), ("filter[platform]=TV_OS", false),
                ("filter[versionString]=1.0", true), ("filter[versionString]=2.0", false), ("filter[id]=\(id)", true),
                ("filter[appStoreState]=PREPARE_FOR_SUBMISSION", true), ("filter[appStoreState]=READY_FOR_SALE", false),
                ("filter[appVersionState]=PREPARE_FOR_SUBMISSION", true),
                ("filter[appVersionState]=ACCEPTED&filter[appStoreState]=PREPARE_FOR_SUBMISSION", false),
                ("include=build,appStoreReviewDetail&limit[appStoreVersionLocalizations]=1", true),
            ] {
                let list = try await client.get("/v1/apps/\(app.id)/appStoreVersions?" + query)
                #expect(list.status == 200 && list.strings("data", "id") == (isFound ? [id] : []), "\(query)")
            }
            for (type, status) in [("AFTER_APPROVAL", 200), ("MANUAL", 409), ("SOON", 409)] {
                let changed = try await client.patch("appStoreVersions", id, ["releaseType": type])
                #expect(changed.status == status, "\(changed.text)")
            }
            let same = try await client.change(
                "appStoreVersions", id, #""relationships":{"build":{}}"#)
            #expect(same.string("data/relationships/build/data/id") == buildID, "\(same.text)")
            let none = try await client.change(
                "appStoreVersions", id, #""relationships":{"build":{"data":null}}"#)
            #expect(none.status == 200 && none["data/relationships/build/data"] == nil, "\(none.text)")
            #expect(none.string("data/relationships/build/links/related") != nil)
            #expect(try await client.get("/v1/appStoreVersions/\(id)/build").status == 404)
        }
    }

    @Test("C13: a build is submitted for the external test as App Store Connect's clients do it") func beta()
        async throws
    {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            let client = try await server.client()
            let id = try await server.build(by: client, of: app)
            let made = try await client.post("betaAppReviewSubmissions", [:], ["build": ("builds", id)])
            #expect(made.status == 201 && made.string("data/relationships/build/data/id") == id, "\(made.text)")
            let reviewID = try #require(made.string("data/id"))
            let found = try await client.get("/v1/betaAppReviewSubmissions?filter[build]=\(id)&include=build")
            #expect(found.strings("data", "id") == [reviewID] && found.strings("included", "id") == [id])
            // The other type is for packs.
            #expect(try await client.get("/v1/betaBackgroundAssetReviewSubmissions/\(reviewID)").status == 404)
            let neither = try await client.post("betaAppReviewSubmissions")
            #expect(neither.status == 409 && neither.text.contains("'build'"), "\(neither.text)")
            let versionID = try await server.processedVersion("A", of: app)
            let both = try await client.post(
                "betaAppReviewSubmissions", [:],
                ["build": ("builds", id), "backgroundAssetVersion": ("backgroundAssetVersions", versionID)])
            #expect(both.status == 409 && both.text.contains("either"), "\(both.text)")
            _ = try await server.store.change(betaReviewID: reviewID, .beginReview, by: "rev")
            _ = try await server.store.change(betaReviewID: reviewID, .approve, by: "rev")
            #expect(
                try await client.get("/ba/v1/appBuilds/\(id)").string("data/attributes/externalBetaState")
                    == "READY_FOR_TESTING")
        }
    }

    @Test("C15: a version of the app is submitted with a pack") func appStore() async throws {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US",
                    reviewPolicy: .automatic))
            let client = try await server.client()
            let buildID = try await server.build(by: client, of: app)
            let made = try await client.post(
                "appStoreVersions", ["versionString": "1.0"], ["app": ("apps", app.id)])
            #expect(made.status == 201 && made["data/attributes/platform"] == nil, "\(made.text)")
            let id = try #require(made.string("data/id"))
            let filled = try await client.change(
                "appStoreVersions", id,
                #""relationships":{"build":{"data":{"type":"builds","id":"\#(buildID)"}}}"#)
            #expect(filled.string("data/relationships/build/data/id") == buildID, "\(filled.text)")
            let review = try #require(
                try await client.post("reviewSubmissions", [:], ["app": ("apps", app.id)]).string("data/id"))
            let versionID = try await server.processedVersion("A", of: app)
            for (name, type, subject) in [
                ("appStoreVersion", "appStoreVersions", id),
                ("backgroundAssetVersion", "backgroundAssetVersions", versionID),
            ] {
                let item = try await client.post(
                    "reviewSubmissionItems", [:],
                    ["reviewSubmission": ("reviewSubmissions", review), name: (type, subject)])
                #expect(
                    item.status == 201 && item.string("data/relationships/\(name)/data/id") == subject, "\(item.text)")
            }
            let none = try await client.post(
                "reviewSubmissionItems", [:], ["reviewSubmission": ("reviewSubmissions", review)])
            #expect(none.status == 409)
            let items = try await client.get(
                "/v1/reviewSubmissions/\(review)/items?include=appStoreVersion,backgroundAssetVersion")
            #expect(Set(items.strings("included", "id")) == [id, versionID], "\(items.text)")
            let whole = try await client.get("/v1/reviewSubmissions/\(review)?include=appStoreVersionForReview")
            #expect(whole.string("data/relationships/appStoreVersionForReview/data/id") == id, "\(whole.text)")
            #expect(whole.strings("included", "id") == [id])
            let submitted = try await client.patch("reviewSubmissions", review, ["submitted": true])
            #expect(submitted.string("data/attributes/state") == "COMPLETE", "\(submitted.text)")
            let end = try await client.get("/v1/appStoreVersions/\(id)?include=app,build")
            #expect(end.string("data/attributes/appVersionState") == "READY_FOR_DISTRIBUTION")
            #expect(Set(end.strings("included", "id")) == [app.id, buildID])
            let listed = try await client.get("/v1/apps/\(app.id)/appStoreVersions")
            #expect(listed.strings("data", "id") == [id])
            #expect(
                try await client.get("/v1/apps/\(app.id)/relationships/appStoreVersions").strings("data", "id") == [id])
        }
    }
}
