// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// What members have for themselves.
@Suite("The account of a member on the page", .serialized, .timeLimit(.minutes(4))) struct PageAccountTests {
    @Test("C16: a member makes a key, which does what they may do, until they revoke it") func keys() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let ada = try await PageBrowser.member("ada@example.com", "DEVELOPER", of: host)
            let page = try await ada.get("/console/account")
            #expect(page.text.contains("You have no key") && page.text.contains("Developer"), "\(page.text)")
            let token = try page.token
            let nameless = try await ada.post("/console/account/keys", token: token, ["name": " "])
            #expect(nameless.status == 422 && nameless.text.contains("Give the key a name"))
            let form = ["name": "<laptop>", "once": try page.once]
            let made = try await ada.post("/console/account/keys", token: token, form)
            // Somebody loads that page again.
            let again = try await ada.post("/console/account/keys", token: token, form)
            #expect(again.status == 422 && again.text.contains("sent before"), "\(again.text)")
            #expect(again.text.matches(of: /\/account\/keys\/[A-Z0-9]+\/revoke/).count == 1, "\(again.text)")
            #expect(try await ada.post("/console/account/keys", token: token, ["name": "x"]).status == 400)
            #expect(made.status == 200 && made.text.contains("&lt;laptop&gt;"), "\(made.text)")
            let program = try made.user(of: host, issuer: "")
            #expect(try await program.send("GET", "/v1/apps").status == 200)
            let upload = try await program.upload("Tutorial", of: appID)
            #expect(try await host.processed(upload.versionID).string("data/attributes/state") == "COMPLETE")
            // Its private half is shown once, and no token of the team is made with it.
            #expect(try await !ada.get("/console/account").text.contains("PRIVATE KEY"))
            let claimed = try made.user(of: host, issuer: host.key.issuer)
            #expect(try await claimed.send("GET", "/v1/apps").status == 401)
            // What its member may not do it cannot do, from the moment on that it is so.
            #expect(try await host.ba("member", "change", "ada@example.com", "--role", "READ_ONLY").status == 0)
            let refused = try await program.send(
                "POST", "/v1/backgroundAssetVersions",
                json: ServingHost.document(
                    "backgroundAssetVersions",
                    #""relationships":{"backgroundAsset":{"data":{"type":"backgroundAssets","id":"\#(upload.packID)"}}}"#
                ))
            #expect(refused.status == 403, "\(refused.text)")
            let bo = try await PageBrowser.member("bo@example.com", "ADMIN", of: host)
            let path = "/console/account/keys/\(program.key.id)/revoke"
            #expect(try await bo.post(path, token: try await bo.get("/console/account").token).status == 404)
            #expect(try await program.send("GET", "/v1/apps").status == 200)
            let team = try await bo.get("/console/team")
            #expect(
                team.text.contains(program.key.id) && team.text.contains(">ada@example.com</td>"), "\(team.text)")
            #expect(try await bo.get("/console/log").text.contains("\(program.key.id)"))
            #expect(try await ada.post(path, token: token).status == 303)
            #expect(try await program.send("GET", "/v1/apps").status == 401)
            #expect(try await ada.get("/console/account").text.contains("revoked"))
        }
    }

    @Test("C16: a member changes their password, and whoever else was signed in as them is not any more")
    func password() async throws {
        try await ServingHost.with { host in
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let other = PageBrowser(host, "other")
            func signIn(_ browser: PageBrowser, _ password: String) async throws -> Int {
                try await browser.post("/console/sign-in", ["mail": "ada@example.com", "password": password]).status
            }
            #expect(try await signIn(other, "correct horse battery") == 303)
            func change(_ present: String, _ password: String, again: String? = nil) async throws -> PageBrowser.Page {
                try await ada.post(
                    "/console/account/password", token: try await ada.get("/console/account").token,
                    ["present": present, "password": password, "again": again ?? password])
            }
            for (page, problem) in [
                (try await change("wrong horse battery", "another horse battery"), "The present password is not right"),
                (try await change("correct horse battery", "short"), "This cannot be your password"),
                (
                    try await change("correct horse battery", "another horse battery", again: "another"),
                    "The two are not the same"
                ),
            ] { #expect(page.status == 422 && page.text.contains(problem), "\(page.text)") }
            #expect(try await other.get("/console/account").status == 200)
            #expect(try await change("correct horse battery", "another horse battery").status == 303)
            #expect(try await ada.get("/console/account").status == 200)
            #expect(try await other.get("/console/account").status == 303)
            #expect(try await signIn(other, "correct horse battery") == 422)
            #expect(try await signIn(other, "another horse battery") == 303)
            // Of several at once that begin with the same one counts.
            let token = try await ada.get("/console/account").token
            let changes = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<3 {
                    group.addTask {
                        try await ada.post(
                            "/console/account/password", token: token,
                            [
                                "present": "another horse battery", "password": "horse battery no \(index)",
                                "again": "horse battery no \(index)",
                            ]
                        ).status
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(changes.sorted() == [303, 422, 422])
        }
    }

    @Test(
        "C14: nobody decides on what they have submitted by a key that they have made; their own keys end with them",
        arguments: [false, true])
    func fourEyes(_ isOfTeam: Bool) async throws {
        try await ServingHost.with { host in
            let appID = try await host.app(policy: "four-eyes")
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let place = "/console/\(isOfTeam ? "team" : "account")"
            let form = try await ada.get(place)
            let token = try form.token
            let made = try await ada.post(
                place + "/keys", token: token, ["name": "laptop", "role": "ADMIN", "once": try form.once])
            let program = try made.user(of: host, issuer: isOfTeam ? host.key.issuer : "")
            let version = try await program.upload("Tutorial", of: appID).versionID
            _ = try await host.processed(version)
            try await program.submitForBeta(version)
            let list = try await ada.get("/console/reviews")
            let review = try #require(list.text.firstMatch(of: /\/console\/reviews\/[0-9a-f-]+/)).0
            let page = try await ada.get(String(review))
            #expect(page.text.contains("another person") && !page.text.contains(">Approve<"), "\(page.text)")
            let decided = try await ada.post("\(review)/verdict", token: token, ["verdict": "accept"])
            #expect(decided.status == 422, "\(decided.text)")
            #expect(try await host.ba("member", "remove", "ada@example.com").status == 0)
            #expect(try await program.send("GET", "/v1/apps").status == (isOfTeam ? 200 : 401))
            #expect(try await host.send("GET", "/v1/apps").status == 200)
        }
    }
}
