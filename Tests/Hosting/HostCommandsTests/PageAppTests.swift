// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Apps that are made and changed at the page.
@Suite("The page of apps", .serialized, .timeLimit(.minutes(2))) struct PageAppTests {
    @Test("C16: an app is made at the page, and who decides on its packs, and who gets them, changed there")
    func makingAndChanging() async throws {
        try await ServingHost.with { host in
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let list = try await ada.get("/console/")
            #expect(list.text.contains("There is no app yet.") && list.text.contains("/console/apps/new"))
            let page = try await ada.get("/console/apps/new")
            let token = try page.token
            let form = ["bundleID": "com.example.game", "name": "A <Game>", "policy": "four-eyes"]
            let bad = try await ada.post(
                "/console/apps", token: token, form.merging(["bundleID": "a/b"]) { $1 })
            #expect(bad.status == 422 && bad.text.contains("is no bundle identifier"), "\(bad.text)")
            #expect(bad.text.contains(#"value="A &lt;Game&gt;""#), "\(bad.text)")
            #expect(bad.text.contains(#"<option value="four-eyes" selected>"#))
            let unknown = try await ada.post("/console/apps", token: token, form.merging(["policy": "none"]) { $1 })
            #expect(unknown.status == 422 && unknown.text.contains("Say who decides"), "\(unknown.text)")
            let made = try await ada.post("/console/apps", token: token, form)
            #expect(made.status == 303)
            let app = try await ada.follow(made)
            #expect(app.text.contains("<h1>A &lt;Game&gt;</h1>") && app.text.contains("Settings of the app"))
            let twice = try await ada.post("/console/apps", token: token, form)
            #expect(twice.status == 422 && twice.text.contains("in use already"), "\(twice.text)")
            let path = try #require(app.text.firstMatch(of: /\/console\/apps\/[0-9]+\/settings/)).0.description
            let settings = try await ada.get(path)
            #expect(settings.text.contains(#"<option value="four-eyes" selected>"#), "\(settings.text)")
            #expect(try await ada.post(path, token: token, ["policy": "x"]).status == 422)
            let change = ["policy": "automatic", "shown-policy": "four-eyes", "private": "yes"]
            let changed = try await ada.post(path, token: token, change)
            #expect(try await ada.follow(changed).text.contains("for devices that show a token"))
            // The same again changes nothing.
            #expect(try await ada.post(path, token: token, change).status == 303)
            // A page from before that changes the policy alone leaves the rest as it is.
            let stale = ["policy": "one-reviewer", "shown-policy": "four-eyes", "shown-private": ""]
            #expect(try await ada.post(path, token: token, stale).status == 303)
            // One that has another name for the app changes that alone, when it is a name.
            let named = ["name": "A <Better> Game", "shown-name": "A <Game>", "shown-private": "yes", "private": "yes"]
            let nameless = try await ada.post(path, token: token, named.merging(["name": " "]) { $1 })
            #expect(nameless.status == 422 && nameless.text.contains("The name of an app is one line"))
            // All that was asked for is there, to be put right.
            let asked = ["name": " ", "shown-name": "A <Game>", "policy": "four-eyes", "shown-policy": "one-reviewer"]
            let refused = try await ada.post(path, token: token, asked)
            #expect(refused.status == 422 && refused.text.contains(#"<option value="four-eyes" selected>"#))
            #expect(refused.text.contains(#"name="shown-policy" value="one-reviewer""#), "\(refused.text)")
            #expect(refused.text.contains(#"name="shown-private" value="yes""#) && !refused.text.contains(" checked>"))
            let renamed = try await ada.post(path, token: token, named)
            #expect(try await ada.follow(renamed).text.contains("<h1>A &lt;Better&gt; Game</h1>"))
            #expect(try await host.ba("app", "set", "com.example.game", "--name", "a\nb").status == 64)
            let set = try await host.ba("app", "set", "com.example.game", "--name", "A & B")
            #expect(set.status == 0 && set.errors.contains("com.example.game is called A & B."), "\(set.errors)")
            let now = try await ada.get(path)
            #expect(now.text.contains(#"name="name" value="A &amp; B""#), "\(now.text)")
            #expect(now.text.contains(#"<option value="one-reviewer" selected>"#) && now.text.contains(" checked>"))
            let log = try await host.ba("audit").output
            #expect(log.ranges(of: "app.change-review-policy").count == 2, "\(log)")
            #expect(log.ranges(of: "app.rename").count == 2, "\(log)")
            #expect(log.ranges(of: "app.make-private").count == 1 && !log.contains("app.make-public"), "\(log)")
        }
    }

    @Test("C16: whoever may not make apps, or sees only some, makes and changes none") func notAllowed() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let other = try await host.ba("app", "create", "com.example.other")
            let otherID = other.output.trimmingCharacters(in: .whitespacesAndNewlines)
            let form = ["bundleID": "com.example.new", "policy": "automatic"]
            let bo = try await PageBrowser.member("bo@example.com", "DEVELOPER", of: host)
            let page = try await bo.get("/console/")
            #expect(!page.text.contains("New app"))
            #expect(try await bo.get("/console/apps/new").status == 403)
            #expect(try await bo.post("/console/apps", token: try page.token, form).status == 403)
            #expect(try await bo.get("/console/apps/\(appID)/settings").status == 403)
            let eve = try await PageBrowser.member("eve@example.com", "APP_MANAGER", of: host)
            let member = try await host.ba("member", "change", "eve@example.com", "--app", "com.example.game")
            #expect(member.status == 0, "\(member.errors)")
            let apps = try await eve.get("/console/")
            #expect(!apps.text.contains("New app") && !apps.text.contains("com.example.other"), "\(apps.text)")
            let token = try apps.token
            #expect(try await eve.get("/console/apps/new").status == 403)
            #expect(try await eve.post("/console/apps", token: token, form).status == 403)
            // Whoever submits does not let themselves off reviews.
            let own = "/console/apps/\(appID)/settings"
            let settings = try await eve.get(own)
            #expect(settings.status == 200 && !settings.text.contains("<select"), "\(settings.text)")
            #expect(try await eve.post(own, token: token, ["policy": "automatic"]).status == 403)
            #expect(try await eve.post(own, token: token, ["private": "yes"]).status == 303)
            for path in ["/console/apps/\(otherID)/settings", "/console/apps/none/settings"] {
                #expect(try await eve.get(path).status == 404)
                #expect(try await eve.post(path, token: token, ["policy": "automatic"]).status == 404)
            }
            let log = try await host.ba("audit").output
            #expect(!log.contains("app.change-review-policy") && !log.contains("com.example.new"), "\(log)")
        }
    }

    @Test("Apps are listed by name, a page at a time") func pages() async throws {
        try await ServingHost.with { host in
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let token = try await ada.get("/console/apps/new").token
            for number in (1...52).reversed() {
                let made = try await ada.post(
                    "/console/apps", token: token,
                    [
                        "bundleID": "com.example.a\(number)", "name": "App \(100 + number) & co",
                        "policy": "automatic",
                    ])
                #expect(made.status == 303)
            }
            func names(_ page: PageBrowser.Page) -> [Int] {
                page.text.matches(of: /App ([0-9]+) &/).compactMap { Int($0.1) }
            }
            let first = try await ada.get("/console/")
            #expect(names(first) == (101...150).map { $0 })
            let more = try #require(first.text.firstMatch(of: /href="(\/console\/\?after=[^"]+)">More apps/)).1
            let rest = try await ada.get(String(more).replacing("&amp;", with: "&"))
            #expect(names(rest) == [151, 152] && !rest.text.contains("More apps"), "\(rest.text)")
        }
    }
}
