// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The app itself, as somebody at a browser uploads, submits and releases it.
@Suite("Builds and versions of an app on the page", .serialized, .timeLimit(.minutes(4))) struct PageBuildTests {
    private func uploadBuild(_ host: ServingHost, _ browser: PageBrowser, of appID: String) async throws -> String {
        let path = "/console/apps/\(appID)/builds"
        try host.folder.write(SampleApp.tar().bytes, to: "Game.tar")
        let sent = try await browser.upload(
            path, token: try await browser.get(path).token, file: host.folder.path("Game.tar"), as: "Game.tar")
        #expect(sent.status == 303, "\(sent.text)")
        let id = try #require(sent.fields.firstMatch(of: /\/console\/builds\/([0-9a-f-]+)/)).1
        _ = try await host.processedBuild(String(id))
        return String(id)
    }

    @Test("C14: a build is uploaded by a form, submitted, rejected with a message, and the page says all of it")
    func builds() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let none = try await ada.get("/console/apps/\(appID)/builds")
            #expect(none.text.contains("No build has been uploaded"))
            let id = try await uploadBuild(host, ada, of: appID)
            let list = try await ada.get("/console/apps/\(appID)/builds")
            #expect(list.text.contains("/console/builds/\(id)\">1.0 ("), "\(list.text)")
            #expect(try await ada.get("/console/apps/\(appID)").text.contains("/console/builds/\(id)\""))
            let page = try await ada.get("/console/builds/\(id)")
            #expect(page.text.contains("Ready for testing") && page.text.contains("Game.tar"), "\(page.text)")
            let sent = try await ada.post("/console/builds/\(id)/external", token: try page.token)
            let waiting = try await ada.follow(sent)
            #expect(waiting.text.contains("Waiting for review") && !waiting.text.contains("Submit for external"))
            // Twice it cannot be, and that is said on its page.
            let twice = try await ada.post("/console/builds/\(id)/external", token: try page.token)
            #expect(twice.status == 422 && twice.text.contains("role=\"alert\""), "\(twice.text)")
            let review = try #require(waiting.text.firstMatch(of: /\/console\/reviews\/([0-9a-f-]+)/)).1
            #expect(try await ada.get("/console/reviews/\(review)").text.contains("/console/builds/\(id)\""))
            let rejected = try await ada.post(
                "/console/reviews/\(review)/verdict", token: try page.token,
                ["verdict": "reject", "message": "It has <no> end."])
            #expect(rejected.status == 303)
            let after = try await ada.get("/console/builds/\(id)")
            #expect(after.text.contains("It has &lt;no&gt; end.") && after.text.contains("Rejected"), "\(after.text)")
        }
    }

    @Test("C15: a version of the app goes with a build, is submitted and approved, and everybody gets it")
    func versions()
        async throws
    {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let id = try await uploadBuild(host, ada, of: appID)
            let path = "/console/apps/\(appID)/versions"
            let token = try await ada.get(path).token
            let nameless = try await ada.post(path, token: token, ["version": " ", "platform": "", "build": id])
            #expect(nameless.status == 422 && nameless.text.contains("Give the version a number"))
            #expect(nameless.text.contains("value=\"\(id)\" selected"))
            let long = try await ada.post(path, token: token, ["version": String(repeating: "1", count: 65)])
            #expect(long.status == 422)
            let made = try await ada.follow(
                try await ada.post(path, token: token, ["version": "1.0", "platform": "", "build": ""]))
            #expect(made.text.contains("Linux") && made.text.contains("none yet"), "\(made.text)")
            #expect(!made.text.contains("Add to a submission"))
            let version = try #require(made.text.firstMatch(of: /\/console\/app-versions\/[0-9a-f-]+/)).0
            let early = try await ada.post("\(version)/appstore", token: token)
            #expect(early.status == 422 && early.text.contains("no build"), "\(early.text)")
            #expect(try await ada.post("\(version)/build", token: token, ["build": "x"]).status == 404)
            let chosen = try await ada.follow(try await ada.post("\(version)/build", token: token, ["build": id]))
            #expect(chosen.text.contains("/console/builds/\(id)\"") && chosen.text.contains("Add to a submission"))
            #expect(try await ada.get("/console/builds/\(id)").text.contains("\(version)\""))
            // A build is of one version.
            let other = try await ada.post(path, token: token, ["version": "1.0", "platform": "", "build": id])
            #expect(other.status == 422 && other.text.contains("already"), "\(other.text)")
            let added = try await ada.follow(try await ada.post("\(version)/appstore", token: token))
            #expect(
                added.text.contains("Ready for review") && added.text.contains("Being put together"), "\(added.text)")
            let review = try #require(added.text.firstMatch(of: /\/console\/reviews\/[0-9a-f-]+/)).0
            let waiting = try await ada.follow(try await ada.post("\(review)/submit", token: token))
            #expect(waiting.text.contains("\(version)\""), "\(waiting.text)")
            let decided = try await ada.post("\(version)/build", token: token, ["build": ""])
            #expect(decided.status == 422, "\(decided.text)")
            let item = try #require(waiting.text.firstMatch(of: /\/items\/([0-9a-f-]+)" class="stack"/)).1
            let done = try await ada.post("\(review)/items/\(item)", token: token, ["verdict": "accept"])
            #expect(done.status == 303)
            let released = try await ada.get(String(version))
            #expect(released.text.contains("Ready for distribution"), "\(released.text)")
            #expect(try await ada.get(path).text.contains("Ready for distribution"))
            let published = try await host.fetch("\(host.url)/apps/com.example.game?architecture=x86_64")
            #expect(Array(published) == SampleApp.tar().bytes)
        }
    }

    @Test("Who may not, or is of another app, sees and does nothing; a build that breaks off is gone") func others()
        async throws
    {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let otherID = try await host.app("com.example.other")
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let id = try await uploadBuild(host, ada, of: appID)
            let version = try await ada.post(
                "/console/apps/\(appID)/versions", token: try await ada.get("/console/").token, ["version": "1.0"])
            let versionPath = try #require(version.fields.firstMatch(of: /\/console\/app-versions\/[0-9a-f-]+/)).0
            let bo = try await PageBrowser.member("bo@example.com", "READ_ONLY", of: host)
            let token = try await bo.get("/console/builds/\(id)").token
            #expect(try await !bo.get("/console/builds/\(id)").text.contains("Submit for external"))
            #expect(try await !bo.get("/console/apps/\(appID)/versions").text.contains("A new one"))
            for path in ["/console/builds/\(id)/external", "\(versionPath)/build", "\(versionPath)/appstore"] {
                #expect(try await bo.post(path, token: token).status == 403, "\(path)")
            }
            let limited = try await host.ba("member", "change", "bo@example.com", "--app", "com.example.other")
            #expect(limited.status == 0, "\(limited.errors)")
            for path in [
                "/console/builds/\(id)", String(versionPath), "/console/apps/\(appID)/builds", "/console/builds/x",
            ] {
                #expect(try await bo.get(path).status == 404, "\(path)")
            }
            #expect(try await bo.get("/console/apps/\(otherID)/builds").status == 200)
            let path = "/console/apps/\(appID)/builds"
            let text = """
                --B\r\nContent-Disposition: form-data; name="token"\r\n\r\n\(try await ada.get(path).token)\r
                --B\r\nContent-Disposition: form-data; name="archive"; filename="Half.tar"\r\n\r\nhalf of\r
                --B\r\nContent-Disposition: form-data; name="late"\r\n\r\n\r
                --B--\r\n
                """
            try host.folder.write(text, to: "form")
            let cut = try await ada.send(
                path,
                [
                    "-H", "Origin: \(host.url)", "-H", "Content-Type: multipart/form-data; boundary=B",
                    "--data-binary", "@" + host.folder.path("form"),
                ])
            #expect(cut.status == 400 && cut.text.contains("nothing of it is kept"), "\(cut.text)")
            #expect(try await !ada.get(path).text.contains("Half.tar"))
        }
    }
}
