// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The pages of a host, as somebody at a browser has them.
@Suite("The page of the host", .serialized, .timeLimit(.minutes(4))) struct ConsoleTests {
    @Test("C16: whoever is invited signs in, sees what their role allows, and signs out") func signingIn() async throws
    {
        try await ServingHost.with { host in
            _ = try await host.app()
            let stranger = PageBrowser(host, "stranger")
            let turnedAway = try await stranger.get("/console/packs/1?before=3")
            #expect(
                turnedAway.status == 303 && turnedAway.fields.contains("/console/sign-in?to=%2Fpacks%2F1%3Fbefore%3D3"))
            #expect(try await stranger.send("/console/packs/1?before=3", ["--head"]).status == 303)
            for (path, method, allowed) in [
                ("/console/sign-in", "PUT", "GET, HEAD, POST"), ("/console/sign-out", "GET", "POST"),
            ] {
                let wrong = try await stranger.send(path, ["-X", method])
                #expect(wrong.status == 405, "\(path)")
                #expect(wrong.fields.lowercased().contains("allow: \(allowed.lowercased())\r\n"), "\(wrong.fields)")
            }
            let form = try await stranger.follow(turnedAway)
            #expect(form.status == 200 && form.text.contains("type=\"password\""), "\(form.text)")
            for part in ["default-src 'none'", "frame-ancestors 'none'", "nosniff", "no-store"] {
                #expect(form.fields.contains(part), "\(form.fields)")
            }
            #expect(!form.text.contains("<script>") && !form.text.contains(" style="))
            let ada = try await PageBrowser.member("ada@example.com", "DEVELOPER", of: host)
            let apps = try await ada.get("/console/")
            #expect(apps.status == 200 && apps.text.contains("com.example.game") && apps.text.contains("Developer"))
            #expect(!apps.text.contains("/console/log"))
            #expect(try await ada.get("/console/log").status == 403)
            #expect(try await ada.get("/console/apps/none").status == 404)
            #expect(try await ada.get("/console/nothing").status == 404)
            let left = try await ada.post("/console/sign-out", token: try apps.token)
            #expect(left.status == 303)
            #expect(try await ada.get("/console/").status == 303)
            // With the password, and not without.
            let again = PageBrowser(host, "again")
            let wrong = try await again.post(
                "/console/sign-in", ["mail": "ada@example.com", "password": "wrong horse battery"])
            #expect(wrong.status == 422 && wrong.text.contains("not right"), "\(wrong.text)")
            let nobody = try await again.post(
                "/console/sign-in", ["mail": "eve@example.com", "password": "correct horse battery"])
            #expect(nobody.status == 422 && nobody.text.contains("not right"))
            let back = try await again.post(
                "/console/sign-in",
                ["mail": "ada@example.com", "password": "correct horse battery", "to": "/reviews"])
            #expect(back.status == 303)
            #expect(try await again.follow(back).text.contains("Waiting for a reviewer"))
            // Neither a password nor a session is in what the host logs.
            #expect(try !host.log.contains("correct horse"))
        }
    }

    @Test("C16: whoever is signed in chooses a password by an invitation, and signs in once more")
    func signedInAlready()
        async throws
    {
        try await ServingHost.with { host in
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let address = try await host.ba("member", "invite", "ada@example.com").output
            let path = String(address.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst(host.url.count))
            #expect(try await ada.get(path).text.contains("Welcome"))
            let words = ["password": "another horse battery", "again": "another horse battery"]
            // Another page cannot do it for them.
            #expect(try await ada.post(path, origin: "https://evil.example", words).status == 403)
            let chosen = try await ada.post(path, words)
            #expect(chosen.status == 303, "\(chosen.text)")
            #expect(try await ada.get("/console/account").status == 200)
            // As of a second window, in which they were not signed in yet.
            let again = try await ada.post(
                "/console/sign-in",
                ["mail": "ada@example.com", "password": "another horse battery", "to": "/reviews"])
            #expect(try await ada.follow(again).text.contains("Waiting for a reviewer"), "\(again.text)")
        }
    }

    @Test("Forms of other pages, and of other sessions, do nothing") func foreignForms() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let path = "/console/apps/\(appID)/packs"
            let token = try await ada.get("/console/apps/\(appID)").token
            #expect(try await ada.post(path, token: "x", ["identifier": "A"]).status == 403)
            #expect(
                try await ada.post(path, token: token, origin: "https://evil.example", ["identifier": "A"]).status
                    == 403)
            #expect(try await ada.post(path, token: token, origin: "null", ["identifier": "A"]).status == 403)
            let made = try await ada.post(path, token: token, ["identifier": "A"])
            #expect(made.status == 303)
            #expect(try await ada.follow(made).text.contains("<h1>A</h1>"))
            // What cannot be is said where it was asked.
            let twice = try await ada.post(path, token: token, ["identifier": "A"])
            #expect(twice.status == 422 && twice.text.contains("in use already"), "\(twice.text)")
            let bad = try await ada.post(path, token: token, ["identifier": "<b>"])
            #expect(bad.status == 422 && !bad.text.contains("<b>"), "\(bad.text)")
            let reader = try await PageBrowser.member("bo@example.com", "READ_ONLY", of: host)
            let page = try await reader.get("/console/apps/\(appID)")
            #expect(!page.text.contains("New pack"))
            #expect(try await reader.post(path, token: try page.token, ["identifier": "B"]).status == 403)
            let log = try await ada.get("/console/log")
            #expect(log.text.contains("pack create: A") && log.text.contains("ada@example.com"), "\(log.text)")
            #expect(!log.text.contains("pack create: B"))
        }
    }

    @Test(
        "C14: a version is submitted on its page, rejected with a message, and the next one approved after a look at its files"
    )
    func review() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app(policy: "four-eyes")
            let first = try await host.upload("Tutorial", of: appID)
            _ = try await host.processed(first.versionID)
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let grace = try await PageBrowser.member("grace@example.com", "REVIEWER", of: host)
            func submit(_ versionID: String) async throws -> String {
                let page = try await ada.get("/console/versions/\(versionID)")
                #expect(page.text.contains("Submit for external testing"), "\(page.text)")
                let sent = try await ada.post("/console/versions/\(versionID)/external", token: try page.token)
                #expect(try await ada.follow(sent).text.contains("Waiting for review"))
                let list = try await grace.get("/console/reviews")
                return try #require(list.text.firstMatch(of: /\/console\/reviews\/([0-9a-f-]+)/)).1.description
            }
            let id = try await submit(first.versionID)
            let own = try await ada.get("/console/reviews/\(id)")
            #expect(own.text.contains("another person") && !own.text.contains(">Approve<"), "\(own.text)")
            let page = try await grace.get("/console/reviews/\(id)")
            #expect(page.text.contains("Files: 1") && page.text.contains("a.txt"), "\(page.text)")
            let token = try page.token
            let list = try await grace.get("/console/reviews")
            #expect(list.text.contains("External testing</a>: Tutorial 1 "), "\(list.text)")
            let submitted = try await ada.get("/console/versions/\(first.versionID)")
            #expect(submitted.text.contains("/console/reviews/\(id)\">For External testing</a>"), "\(submitted.text)")
            let long = try await grace.post(
                "/console/reviews/\(id)/verdict", token: token,
                ["verdict": "reject", "message": String(repeating: "a", count: 4_001)])
            #expect(long.status == 422 && long.text.contains("4001 characters"), "\(long.text)")
            let mute = try await grace.post("/console/reviews/\(id)/verdict", token: token, ["verdict": "reject"])
            #expect(mute.status == 422 && mute.text.contains("Say why"))
            let said = try await grace.post(
                "/console/reviews/\(id)/verdict", token: token,
                ["verdict": "reject", "message": "The <introduction> is missing."])
            #expect(said.status == 303)
            let rejected = try await ada.get("/console/versions/\(first.versionID)")
            #expect(rejected.text.contains("The &lt;introduction&gt; is missing."), "\(rejected.text)")
            #expect(rejected.text.contains("Rejected"))
            // The next one.
            let second = try await host.uploadNext("Tutorial", of: first.packID, text: "two, longer")
            _ = try await host.processed(second)
            let next = try await submit(second)
            let shown = try await grace.get("/console/reviews/\(next)")
            #expect(shown.text.contains("Compared with version 1") && shown.text.contains("Changed 1"), "\(shown.text)")
            let approved = try await grace.post(
                "/console/reviews/\(next)/verdict", token: try shown.token, ["verdict": "accept"])
            #expect(try await grace.follow(approved).text.contains("Approved"))
            let app = try await ada.get("/console/apps/\(appID)")
            #expect(app.text.contains("/console/versions/\(second)"), "\(app.text)")
        }
    }

    @Test("C15: a submission for everybody is put together, submitted and approved; its pack is held at a version")
    func release() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let first = try await host.upload("Tutorial", of: appID)
            _ = try await host.processed(first.versionID)
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            func release(_ versionID: String) async throws {
                let page = try await ada.get("/console/versions/\(versionID)")
                let added = try await ada.post("/console/versions/\(versionID)/appstore", token: try page.token)
                #expect(try await ada.follow(added).text.contains("Ready for review"))
                let list = try await ada.get("/console/reviews")
                let id = try #require(
                    list.text.matches(
                        of: /\/console\/reviews\/([0-9a-f-]+)">[^<]*<\/a>: Tutorial [12] <span class="state idle">/
                    )
                    .first
                ).1
                let open = try await ada.get("/console/reviews/\(id)")
                #expect(open.text.contains("Submit for review") && open.text.contains("Take it out"), "\(open.text)")
                // There is nothing to be taken back yet.
                #expect(!open.text.contains("Take it back"), "\(open.text)")
                let sent = try await ada.post("/console/reviews/\(id)/submit", token: try open.token)
                let waiting = try await ada.follow(sent)
                let item = try #require(waiting.text.firstMatch(of: /\/items\/([0-9a-f-]+)" class="stack"/)).1
                let done = try await ada.post(
                    "/console/reviews/\(id)/items/\(item)", token: try waiting.token, ["verdict": "accept"])
                #expect(try await ada.follow(done).text.contains("Complete"))
            }
            try await release(first.versionID)
            let second = try await host.uploadNext("Tutorial", of: first.packID, text: "two")
            _ = try await host.processed(second)
            try await release(second)
            let path = "/console/packs/\(first.packID)"
            let pack = try await ada.get(path)
            #expect(pack.text.contains("<p>Version 2</p>"), "\(pack.text)")
            let held = try await ada.post(
                path + "/contexts/appstore", token: try pack.token, ["action": "pin", "version": "1"])
            #expect(try await ada.follow(held).text.contains("<p>Version 1, held at it</p>"))
            let matrix = try await ada.get("/console/apps/\(appID)")
            #expect(matrix.text.contains(">1</a> <small>held</small></td>"), "\(matrix.text)")
            let log = try await ada.get("/console/log")
            #expect(log.text.contains("review submit: the submission of Tutorial 2"), "\(log.text)")
            let never = try await ada.post(
                path + "/contexts/external", token: try pack.token, ["action": "pin", "version": "1"])
            #expect(never.status == 422 && never.text.contains("never active in external"), "\(never.text)")
            let free = try await ada.post(path + "/contexts/appstore", token: try pack.token, ["action": "unpin"])
            #expect(try await ada.follow(free).text.contains("<p>Version 2</p>"))
            let archived = try await ada.post(path + "/archive", token: try pack.token)
            #expect(try await ada.follow(archived).text.contains("is archived"))
        }
    }

    @Test("C16: an administrator adds members and makes keys, whose secrets are shown once") func team() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let page = try await ada.get("/console/team")
            let token = try page.token
            let member = [
                "mail": "bo@example.com", "name": "Bo", "role": "DEVELOPER", "app": appID, "once": try page.once,
            ]
            let added = try await ada.post("/console/team/members", token: token, member)
            #expect(added.status == 200, "\(added.text)")
            let reloaded = try await ada.post("/console/team/members", token: token, member)
            #expect(reloaded.status == 422 && reloaded.text.contains("sent before"), "\(reloaded.text)")
            let path = try #require(added.text.firstMatch(of: /\/console\/welcome\/[A-Za-z0-9_-]+/)).0
            #expect(try await PageBrowser(host, "bo").get(String(path)).text.contains("Welcome, bo@example.com"))
            let again = try await ada.get("/console/team")
            #expect(again.text.contains("bo@example.com") && !again.text.contains("/console/welcome/"))
            let twice = try await ada.post(
                "/console/team/members", token: token,
                ["mail": "bo@example.com", "name": "Bob", "role": "REVIEWER", "app": appID, "once": try again.once])
            #expect(twice.status == 422 && twice.text.contains("in use already"), "\(twice.text)")
            // Nothing of what was asked for is forgotten: no app at all would stand for all of them.
            #expect(twice.text.contains(#"name="mail" value="bo@example.com""#), "\(twice.text)")
            #expect(twice.text.contains(#"name="name" value="Bob""#))
            #expect(twice.text.contains(#"name="app" value="\#(appID)" checked"#))
            #expect(twice.text.contains(#"<option value="REVIEWER" selected>"#))
            // What there is not is asked for in vain.
            let row = try #require(again.text.firstRange(of: "bo@example.com"))
            let place = try #require(
                again.text[row.upperBound...].firstMatch(of: /\/console\/team\/members\/[0-9a-f-]+/)
            ).0.description
            for form in [["action": "role", "role": "EMPEROR"], ["action": "role"], ["action": "crown"], [:]] {
                let refused = try await ada.post(place, token: token, form)
                #expect(refused.status == 422 && refused.text.contains("Say what they may do"), "\(refused.text)")
            }
            let log = try await ada.get("/console/log")
            #expect(log.text.contains("member add") && !log.text.contains("member change"), "\(log.text)")
            // A key that is made here is good, until it is revoked.
            let form = ["name": "CI", "role": "READ_ONLY", "once": try page.once]
            let made = try await ada.post("/console/team/keys", token: token, form)
            #expect(made.status == 200)
            let repeated = try await ada.post("/console/team/keys", token: token, form)
            #expect(repeated.status == 422 && !repeated.text.contains("PRIVATE KEY"), "\(repeated.text)")
            #expect(
                try await host.ba("key", "list").output.split(separator: "\n").filter { $0.contains("CI") }.count == 1)
            let other = try made.user(of: host, issuer: host.key.issuer)
            let id = other.key.id
            #expect(try await other.send("GET", "/v1/apps").status == 200)
            let revoked = try await ada.post("/console/team/keys/\(id)/revoke", token: token)
            #expect(revoked.status == 303)
            #expect(try await other.send("GET", "/v1/apps").status == 401)
            // Nobody locks themselves out, and whoever is limited to an app lets nobody in.
            let own = try #require(page.text.firstMatch(of: /<small>you<\/small>/))
            #expect(own.0 == "<small>you</small>")
            let limited = try await host.ba(
                "member", "change", "bo@example.com", "--role", "ADMIN", "--app", "com.example.game")
            #expect(limited.status == 0, "\(limited.errors)")
            let bo = PageBrowser(host, "bo")
            let welcomed = try await bo.post(
                String(path), ["password": "correct horse battery", "again": "correct horse battery"])
            #expect(welcomed.status == 303)
            #expect(try await bo.get("/console/team").status == 403)
            let apps = try await bo.get("/console/")
            let refused = try await bo.post(
                "/console/team/members", token: try apps.token, ["mail": "eve@example.com", "role": "ADMIN"])
            #expect(refused.status == 403, "\(refused.text)")
        }
    }

    @Test("Scripts of the page ask the interface by the session of whoever looks, and others' scripts cannot")
    func interface() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let ada = try await PageBrowser.member("ada@example.com", "DEVELOPER", of: host)
            let bo = try await PageBrowser.member("bo@example.com", "DEVELOPER", of: host)
            let (token, other) = (
                try await ada.get("/console/apps/\(appID)").token, try await bo.get("/console/apps/\(appID)").token
            )
            // A browser sends the cookie to everybody who asks; only a page of this host knows the token.
            #expect(try await ada.get("/v1/apps").status == 401)
            #expect(try await ada.get("/v1/apps", formToken: other).status == 401)
            #expect(try await ada.get("/v1/apps", formToken: "").status == 401)
            let apps = try await ada.get("/v1/apps", formToken: token)
            #expect(apps.status == 200 && apps.text.contains("com.example.game"), "\(apps.text)")
            // By the role of the member.
            #expect(try await ada.get("/ba/v1/auditEntries", formToken: token).status == 403)
            _ = try await ada.post("/console/sign-out", token: token)
            #expect(try await ada.get("/v1/apps", formToken: token).status == 401)
        }
    }

    @Test("C12: a web hook is made, tried and deleted on its page") func webhooks() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let ada = try await PageBrowser.member("ada@example.com", "APP_MANAGER", of: host)
            let path = "/console/apps/\(appID)/webhooks"
            let token = try await ada.get(path).token
            let event = "BACKGROUND_ASSET_VERSION_STATE_UPDATED"
            let bad = try await ada.post(
                path, token: token, ["name": "CI", "url": "http://hooks.example.com/", "secret": "s", "event": event])
            #expect(bad.status == 422 && bad.text.contains("cannot be that of a web hook"), "\(bad.text)")
            #expect(!bad.text.contains("value=\"s\""))
            let made = try await ada.post(
                path, token: token, ["name": "CI", "url": "https://127.0.0.1:1/", "secret": "sesame", "event": event])
            #expect(made.status == 303, "\(made.text)")
            let page = try await ada.follow(made)
            #expect(page.text.contains("https://127.0.0.1:1/") && !page.text.contains("sesame"), "\(page.text)")
            let address = try #require(page.text.firstMatch(of: /\/console\/webhooks\/[0-9a-f-]+/)).0
            let pinged = try await ada.post(String(address), token: token, ["action": "ping"])
            let sent = try await ada.follow(pinged)
            #expect(sent.text.contains("Ping"), "\(sent.text)")
            let delivery = try #require(sent.text.firstMatch(of: /\/deliveries\/([0-9a-f-]+)/)).1
            let again = try await ada.post("\(address)/deliveries/\(delivery)", token: token)
            #expect(try await ada.follow(again).text.contains("once more"))
            #expect(try await ada.post("\(address)/deliveries/none", token: token).status == 404)
            let off = try await ada.post(String(address), token: token, ["action": "disable"])
            #expect(try await ada.follow(off).text.contains("Not enabled"))
            let gone = try await ada.post(String(address), token: token, ["action": "delete"])
            #expect(try await ada.follow(gone).text.contains("no web hook"))
            #expect(try await ada.get(String(address)).status == 404)
        }
    }
}
