// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

@Suite("Builds and versions of apps are changed over the wire", .timeLimit(.minutes(2))) struct BuildChangeTests {
    /// The identifier of a version of an app, without a build.
    private func version(_ client: HostClient, _ app: HostedApp) async throws -> String {
        let made = try await client.post("appStoreVersions", ["versionString": "1.0"], ["app": ("apps", app.id)])
        return try #require(made.string("data/id"), "\(made.text)")
    }

    @Test("A version is led to a build, and to none, by its relationship alone") func linkage() async throws {
        try await HostServer.with { server in
            let (app, client) = (try await server.app(), try await server.client())
            let build = try await server.build(by: client, of: app)
            let id = try await version(client, app)
            let place = "/v1/appStoreVersions/\(id)/relationships/build"
            func set(_ data: String, by client: HostClient = client) async throws -> HostClient.Answer {
                try await client.send("PATCH", place, json: Data(#"{"data":\#(data)}"#.utf8))
            }
            #expect(try await client.get(place).status == 404)
            let name = #"{"type":"builds","id":"\#(build)"}"#
            let led = try await set(name)
            #expect(led.status == 204 && led.text.isEmpty, "\(led.text)")
            #expect(try await client.get(place).string("data/id") == build)
            #expect(try await client.get(place)["data/attributes"] == nil)
            for end in ["", "/relationships"] {
                let back = try await client.get("/v1/builds/\(build)\(end)/appStoreVersion")
                #expect(back.string("data/id") == id && back.string("data/type") == "appStoreVersions", "\(back.text)")
            }
            let included = try await client.get("/v1/builds/\(build)/appStoreVersion?include=app,build,appInfos")
            #expect(included.status == 400, "appInfos are none of its relationships")
            let whole = try await client.get("/v1/builds/\(build)/appStoreVersion?include=app,build")
            #expect(Set(whole.strings("included", "id")) == [app.id, build], "\(whole.text)")
            let shown = try await client.get("/v1/builds/\(build)")
            let related = try #require(shown.string("data/relationships/appStoreVersion/links/related"))
            #expect(try await client.get(related).string("data/id") == id)
            for (data, status) in [
                (#"{"type":"apps","id":"\#(app.id)"}"#, 409), (#"{"type":"builds","id":"none"}"#, 409), ("[]", 409),
                ("7", 409), (#"{"type":"builds"}"#, 409), (#"{"type":"builds","id":"a\u0000"}"#, 409),
            ] {
                let refused = try await set(data)
                #expect(refused.status == status && refused.text.contains("RELATIONSHIP.INVALID"), "\(refused.text)")
            }
            #expect(try await client.send("PATCH", place, json: Data("{}".utf8)).status == 409)
            #expect(try await client.send("PATCH", place, json: Data("{".utf8)).status == 400)
            #expect(try await set(name, by: try await server.client(.reviewer)).status == 403)
            #expect(try await set(name, by: try await server.stranger()).status == 404)
            #expect(try await client.get(place).string("data/id") == build)
            #expect(try await set("null").status == 204)
            for path in [place, "/v1/builds/\(build)/appStoreVersion"] {
                #expect(try await client.get(path).status == 404, "\(path)")
            }
        }
    }

    @Test("A version is deleted while it is prepared, and neither in a submission nor after it") func deletion()
        async throws
    {
        try await HostServer.with { server in
            let (app, client) = (try await server.app(policy: .automatic), try await server.client())
            let build = try await server.build(by: client, of: app)
            let id = try await version(client, app)
            let path = "/v1/appStoreVersions/\(id)"
            _ = try await client.change(
                "appStoreVersions", id, #""relationships":{"build":{"data":{"type":"builds","id":"\#(build)"}}}"#)
            let review = try #require(
                try await client.post("reviewSubmissions", [:], ["app": ("apps", app.id)]).string("data/id"))
            let relations = [
                "reviewSubmission": ("reviewSubmissions", review), "appStoreVersion": ("appStoreVersions", id),
            ]
            let item = try #require(
                try await client.post("reviewSubmissionItems", [:], relations).string("data/id"))
            let held = try await client.send("DELETE", path)
            #expect(held.status == 409 && held.string("errors/0/code") == "STATE_ERROR", "\(held.text)")
            #expect(held.text.contains("remove it from its submission"))
            #expect(try await client.send("DELETE", "/v1/reviewSubmissionItems/\(item)").status == 204)
            #expect(try await server.client(.readOnly).send("DELETE", path).status == 403)
            #expect(try await server.stranger().send("DELETE", path).status == 404)
            let deleted = try await client.send("DELETE", path)
            #expect(deleted.status == 204 && deleted.text.isEmpty, "\(deleted.text)")
            for method in ["GET", "DELETE"] { #expect(try await client.send(method, path).status == 404) }
            let audit = try await client.get("/ba/v1/auditEntries?filter[action]=app-version.delete")
            #expect(audit.strings("data", "attributes/subject") == ["the app 1.0"], "\(audit.text)")
            // Its build is free, and goes out with another one, which stays.
            let next = try await client.post(
                "appStoreVersions", ["versionString": "1.0"], ["app": ("apps", app.id), "build": ("builds", build)])
            let nextID = try #require(next.string("data/id"), "\(next.text)")
            _ = try await client.post(
                "reviewSubmissionItems", [:],
                ["reviewSubmission": ("reviewSubmissions", review), "appStoreVersion": ("appStoreVersions", nextID)])
            _ = try await client.patch("reviewSubmissions", review, ["submitted": true])
            let kept = try await client.send("DELETE", "/v1/appStoreVersions/\(nextID)")
            #expect(kept.status == 409 && kept.text.contains("READY_FOR_DISTRIBUTION"), "\(kept.text)")
        }
    }

    @Test("A build expires for good, and says whether it encrypts") func builds() async throws {
        try await HostServer.with { server in
            let (app, client) = (try await server.app(), try await server.client(.developer))
            let (id, other) = (
                try await server.build(by: client, of: app), try await server.build(by: client, of: app, number: "2")
            )
            let before = try await client.get("/v1/builds/\(id)")
            #expect(before["data/attributes/expired"] as? Bool == false)
            #expect(before["data/attributes/usesNonExemptEncryption"] == nil)
            let said = try await client.patch("builds", id, ["usesNonExemptEncryption": false])
            #expect(
                said.status == 200 && said["data/attributes/usesNonExemptEncryption"] as? Bool == false, "\(said.text)")
            let nothing = try await client.change(
                "builds", id, #""attributes":{"expired":null,"usesNonExemptEncryption":null}"#)
            #expect(nothing["data/attributes/usesNonExemptEncryption"] as? Bool == false, "\(nothing.text)")
            let expired = try await client.patch("builds", id, ["expired": true])
            #expect(expired.status == 200 && expired["data/attributes/expired"] as? Bool == true, "\(expired.text)")
            #expect(try await client.patch("builds", id, ["expired": true]).status == 200)
            let back = try await client.patch("builds", id, ["expired": false])
            #expect(back.status == 409 && back.text.contains("stays so"), "\(back.text)")
            let own = try await client.get("/ba/v1/appBuilds/\(id)?fields[appBuilds]=expired,buildNumber")
            #expect(own["data/attributes/expired"] as? Bool == true && own.string("data/attributes/buildNumber") == "1")
            for (query, found) in [
                ("filter[expired]=true", [id]), ("filter[expired]=false", [other]),
                ("filter[expired]=true,false&sort=version", [id, other]),
                ("filter[usesNonExemptEncryption]=false", [id]), ("filter[usesNonExemptEncryption]=true", []),
                ("exists[usesNonExemptEncryption]=true", [id]), ("exists[usesNonExemptEncryption]=false", [other]),
            ] { #expect(try await client.get("/v1/builds?" + query).strings("data", "id") == found, "\(query)") }
            // Neither testers nor a version get it any more.
            let beta = try await client.post("betaAppReviewSubmissions", [:], ["build": ("builds", id)])
            #expect(beta.status == 409 && beta.text.contains("expired"), "\(beta.text)")
            let version = try await client.post(
                "appStoreVersions", ["versionString": "1.0"], ["app": ("apps", app.id), "build": ("builds", id)])
            #expect(version.status == 409 && version.text.contains("expired"), "\(version.text)")
            // What is reviewed for testers is taken back first.
            let review = try await client.post("betaAppReviewSubmissions", [:], ["build": ("builds", other)])
            let reviewed = try await client.patch("builds", other, ["expired": true])
            #expect(reviewed.status == 409 && reviewed.text.contains("WAITING_FOR_REVIEW"), "\(reviewed.text)")
            _ = try await client.send("DELETE", "/v1/betaAppReviewSubmissions/\(review.string("data/id") ?? "")")
            #expect(try await client.patch("builds", other, ["expired": true]).status == 200)
            for bad: [String: any Sendable] in [["expired": "yes"], ["version": "3"]] {
                #expect(try await client.patch("builds", other, bad).status == 409, "\(bad)")
            }
            let waiting = try #require(try await client.makeBuild(appID: app.id).string("data/id"))
            #expect(try await client.patch("builds", waiting, ["expired": true]).status == 404)
            #expect(try await server.client(.readOnly).patch("builds", id, ["expired": true]).status == 403)
        }
    }
}
