// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// `ba page` with real processes, and curl for the browser.
@Suite("The page", .timeLimit(.minutes(5))) struct PageTests {
    /// What curl is answered: the status, then fields and body.
    private struct Answer {
        let status: Int
        let text: String
    }

    private func ask(_ world: World, _ arguments: String...) async throws -> Answer {
        let run = try await expectSuccess(world.run("/usr/bin/curl", ["-s", "-i", "--noproxy", "*"] + arguments))
        let status = run.output.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return Answer(status: try #require(status), text: run.output)
    }

    /// An installation of the game whose essential pack is on its way, and the page of it.
    private func withPage(
        _ arguments: [String] = [World.bundleID],
        _ body: (_ world: World, _ server: FaultServer, _ url: String) async throws -> Void
    ) async throws {
        try await World.with { world, server in
            try await world.pack(
                "Tutorial", policy: #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#,
                files: ["tutorial.bin": noise(9_000_000, seed: 18)], compression: "none")
            try await world.publish(on: server)
            try await world.makeApp()
            let archive = try world.bytes(of: "packs/Tutorial.aar")
            server.serve("/Tutorial.aar", archive, faults: [.stall(after: 6_000_000), .stall(after: 0)])
            async let installation = world.ba("install", "Game.app")
            await server.wait { $0.stalledCount == 1 }
            try await world.withProgram("ba", ["page", "--no-open"] + arguments) { lines in
                let url = try await world.wait("the page's address") { lines().first { $0.hasPrefix("http://") } }
                try await body(world, server, url)
            }
            server.release()
            _ = try await installation
        }
    }

    @Test("B18: the page shows the progress of an app and its assets, and pauses, resumes and cancels")
    func progress() async throws {
        try await withPage { world, server, url in
            let shown = try await world.wait("the page to show the progress of the assets") {
                let answer = try await ask(world, url)
                return answer.text.contains("fetching assets") ? answer : nil
            }
            #expect(shown.status == 200)
            #expect(shown.text.firstMatch(of: /<title>[0-9]+ % – Game<\/title>/) != nil, "\(shown.text)")
            #expect(shown.text.contains("Pause</button>"))
            let paused = try await ask(world, "-X", "POST", url + "/pause")
            #expect(paused.status == 303)
            #expect(try await ask(world, url).text.contains("Resume</button>"))
            // As the entry does.
            let entry = String(decoding: try world.bytes(of: "s/applications/\(World.bundleID).desktop"), as: UTF8.self)
            #expect(entry.contains("\nName=Game (paused)\n"))
            #expect(try await ask(world, "-X", "POST", url + "/resume").status == 303)
            let cancelled = try await ask(world, "-X", "POST", url + "/cancel")
            #expect(cancelled.status == 303)
            #expect(try await ask(world, url).text.contains("is not installed"))
            let again = try await ask(world, "-X", "POST", url + "/cancel")
            #expect(again.status == 409 && again.text.contains("role=\"alert\""), "\(again.text)")
        }
    }

    @Test("B18: nobody without the key is let in, and no other page acts for its person") func keys() async throws {
        try await withPage([]) { world, server, url in
            let origin = try #require(url.firstMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+/)).output
            let page = String(url.dropLast())
            #expect(try await ask(world, url).text.contains("Game"))
            for other in ["/", "/page.css", "/0123456789abcdef0123456789abcdef/", "/open/0123"] {
                #expect(try await ask(world, origin + other).status == 404)
            }
            #expect(try await ask(world, "-H", "Host: evil.example", url).status == 421)
            let action = page + "/apps/\(World.bundleID)/cancel"
            #expect(try await ask(world, "-X", "POST", "-H", "Origin: https://evil.example", action).status == 403)
            #expect(try await ask(world, action).status == 303, "to load it does nothing")
            let shown = try await ask(world, url)
            #expect(shown.text.contains("Pause</button>"))
            #expect(shown.text.contains("frame-ancestors 'none'") && shown.text.contains("no-store"))
            for (name, type) in [("page.css", "text/css"), ("page.js", "text/javascript")] {
                let answer = try await ask(world, page + "/" + name)
                #expect(answer.status == 200 && answer.text.contains(type))
            }
        }
    }

    @Test("B18: the browser is opened by an address that serves once") func browser() async throws {
        try await World.with { world in
            var world = world
            let opened = world.folder.path("opened")
            // Whole or not at all.
            try world.folder.write(
                "#!/bin/sh\necho \"$1\" > \(opened).new && mv \(opened).new \(opened)\n", to: "bin/xdg-open")
            chmod(world.folder.path("bin/xdg-open"), 0o755)
            world.additions["PATH"] = world.folder.path("bin") + ":/usr/bin:/bin"
            world.additions["DISPLAY"] = ":0"
            try await world.withProgram("ba", ["page"]) { lines in
                let address = try await world.wait("the browser") {
                    try? String(contentsOfFile: opened, encoding: .utf8)
                        .trimmingCharacters(in: .newlines)
                }
                let url = try await world.wait("the page's address") { lines().first { $0.hasPrefix("http://") } }
                #expect(address.contains("/open/") && !url.contains(address))
                let first = try await ask(world, address)
                #expect(first.status == 303)
                #expect(first.text.contains("Location: " + url.dropFirst("http://127.0.0.1:".count).drop { $0 != "/" }))
                #expect(try await ask(world, address).status == 404)
            }
        }
    }

    @Test("B18: in a browser the page keeps up by itself, and works with the keyboard; it says when it has ended")
    func inABrowser() async throws {
        try await withPage([]) { world, server, url in
            try await Browser.with { browser in
                func text() async throws -> String {
                    try await browser.evaluate("return document.getElementById('content').innerText")
                }
                func wait(_ what: String) async throws {
                    _ = try await world.wait("the page to show “\(what)”") {
                        try await text().contains(what) ? true : nil
                    }
                }
                try await browser.open(url)
                try await wait("fetching assets")
                #expect(try await text().contains("Game 1.0"))
                // The link of the app, then the first button.
                try await browser.press(.tab, .tab, .enter)
                try await wait("paused")
                try await wait("Resume")
                let focused = try await browser.evaluate("return document.activeElement.textContent")
                #expect(focused == "Resume", "the button keeps the focus, and can be pressed again")
                #expect(
                    try await browser.evaluate("return document.getElementById('announcement').textContent")
                        == "Game: paused")
                try await browser.press(.enter)
                try await wait("Pause")
                await server.wait { $0.stalledCount == 2 }
                server.release()
                try await wait("ready")
                _ = try await world.wait("the page to be without buttons") {
                    try await browser.evaluate("return String(document.querySelectorAll('button').length)") == "0"
                        ? true : nil
                }
                // What serves it ends.
                let pages = try world.processes(of: "ba-page")
                for process in pages { kill(process, SIGINT) }
                try await wait("This page has ended.")
            }
        }
    }

    @Test("B18: without scripts the page loads itself again, and its buttons work") func withoutScripts() async throws {
        try await withPage { world, server, url in
            try await Browser.with(runsScripts: false) { browser in
                try await browser.open(url)
                func wait(_ what: String) async throws {
                    _ = try await world.wait("the page to show “\(what)”") {
                        try await browser.source().contains(what) ? true : nil
                    }
                }
                try await browser.click("button")
                try await wait("Resume</button>")
                try await browser.click("button")
                try await wait("Pause</button>")
                await server.wait { $0.stalledCount == 2 }
                server.release()
                // Nobody does anything: it comes by itself.
                try await wait("<p>ready</p>")
            }
        }
    }

    @Test("Command lines of the page") func usage() async throws {
        try await World.with { world in
            let unknown = try await world.run("ba", ["page", "com.example.none"])
            #expect(unknown.status == 66 && unknown.errors.contains("ba apps"))
            #expect(try await world.run("ba", ["page", "--port", "70000"]).status == 64)
            #expect(try await world.run("ba", ["page", "--help"]).output.contains("USAGE: ba-page"))
        }
    }
}
