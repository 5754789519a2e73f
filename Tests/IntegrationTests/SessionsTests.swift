// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The example that shows an app which manages its assets itself.
@Suite("E: Sessions", .timeLimit(.minutes(5)))
struct SessionsTests {
    @Test("B16: videos are there before the first launch, play offline, and come again when they were purged")
    func coming() async throws {
        try await SessionsExample.with { example in
            try await example.makeApp()
            let installed = try await example.install()
            #expect(installed.errors.contains("asking the downloader extension"), "\(installed.errors)")
            try await example.waitForVideos()
            let list = try await example.play("--list").output
            #expect(list.split(separator: "\n").count { $0.contains("✓") } == 5, "\(list)")
            #expect(list.contains("...::---==+++**###%%%  Opening"), "\(list)")

            let purged = try expectSuccess(try await example.world.ba("purge", SessionsExample.bundleID))
            #expect(purged.output.contains("404"), "\(purged.output)")
            #expect(!example.isHere("404"))
            let again = try await example.play()
            #expect(again.output.contains("404 is here"), "\(again.output)\(again.errors)")

            try example.goOffline()
            let count = example.server.requests.count + example.plain.requests.count
            let offline = try await example.play("--play", "101").output
            #expect(offline.contains("Playing Opening: 4000000 bytes"), "\(offline)")
            // Nobody was asked.
            #expect(example.server.requests.count + example.plain.requests.count == count)
        }
    }

    @Test("B16: before, with URLSession, a person waits for a video that was picked") func before() async throws {
        try await SessionsExample.with { example in
            var world = example.world
            world.additions["XDG_CACHE_HOME"] = world.folder.path("caches")
            // Both at the plain server, for URLSession takes no authority but the system's.
            let manifest = try String(contentsOfFile: world.folder.path("site/manifest.json"), encoding: .utf8)
                .replacing(example.server.url(""), with: example.plain.url(""))
            example.plain.serve("/manifest.json", Array(manifest.utf8))
            example.plain.serve("/505.video", [UInt8](repeating: 5, count: 3_000_000))
            let program = SessionsExample.program("SessionsBefore")
            let url = example.plain.url("/manifest.json")
            let list = try expectSuccess(try await world.run(program, [url]))
            #expect(list.output.split(separator: "\n").count == 5 && list.output.contains("505  Closing"))
            let played = try expectSuccess(try await world.run(program, [url, "505"]))
            #expect(played.output.hasSuffix("Playing Closing\n"))
        }
    }

    @Test("B16: a video on its way is promoted, and no byte of it comes twice") func promotion() async throws {
        try await SessionsExample.with { example in
            try await example.installWithOneOnItsWay()
            try await example.withApp { output in
                try await eventually { output().contains { $0.contains("404 is on its way") } }
                example.server.release()
                try await example.waitForVideos(["404"])
            }
            // In front from then on, it went on where it was.
            #expect(example.server.requests.count { $0.path == "/404.video" } == 1)
        }
    }

    @Test("A7: an app that is stopped, or put in the background, is served by its extension", arguments: [true, false])
    func background(isStopped: Bool) async throws {
        try await SessionsExample.with { example in
            try await example.installWithOneOnItsWay()
            try await example.withApp { output in
                try await eventually { output().contains { $0.contains("404 is on its way") } }
                let process = try await example.world.wait("the app's process") { try example.appProcess() }
                // Another one has exclusive control for a moment: the first has given it back then.
                _ = try await example.play("--list")
                if isStopped {
                    kill(process, SIGSTOP)
                } else {
                    try await expectSuccess(example.world.ba("app-state", SessionsExample.bundleID, "background"))
                    let row = try await example.world.ba("downloads", SessionsExample.bundleID)
                    #expect(row.output.contains("404") && !row.output.contains("in front"))
                }
                defer { kill(process, SIGCONT) }
                example.server.release()
                try await example.waitForVideos(["404"])
                // Whoever looks at the app again finds it there.
                kill(process, SIGCONT)
                try await eventually { output().contains { $0.contains("404 is here") } }
            }
            let log = try expectSuccess(try await example.world.ba("logs", "--app", SessionsExample.bundleID))
            #expect(log.output.contains("404 is there"), "the extension says so")
        }
    }

    @Test("B6: an essential video that fails is asked for again by the extension, as one that is not essential")
    func removingEssential() async throws {
        try await SessionsExample.with { example in
            try await example.publish(faults: ["202.video": .status(404)])
            try await example.makeApp()
            let installed = try await example.install()
            #expect(installed.errors.contains("202"), "\(installed.errors)")
            try await example.waitForVideos()
            #expect(example.server.requests.count { $0.path == "/202.video" } == 2)
        }
    }

    @Test("B12: with in-app content off it is installed without videos, and fetches them when it is opened")
    func contentOff() async throws {
        try await SessionsExample.with { example in
            try await expectSuccess(example.world.ba("settings", "in-app-content", "off"))
            try await example.makeApp()
            _ = try await example.install()
            #expect(example.server.requests.isEmpty)
            let played = try await example.play()
            #expect(played.output.contains("404 is here"), "\(played.output)\(played.errors)")
            #expect(SessionsExample.sessions.allSatisfy(example.isHere))
        }
    }

    @Test("B16: what cannot be had is said, and nobody waits for it", .timeLimit(.minutes(2))) func failing()
        async throws
    {
        try await SessionsExample.with { example in
            // One of another size than the manifest says, and one that may not be fetched: the others come.
            try await example.publish(insecure: "303")
            example.server.serve("/101.video", [1, 2, 3])
            try await expectSuccess(example.world.ba("settings", "in-app-content", "off"))
            try await example.makeApp()
            _ = try await example.install()
            #expect(try await example.playInVain("--fetch", "999").errors.contains("There is no session 999"))
            #expect(try await example.playInVain("--play", "999").errors.contains("There is no session 999"))
            #expect(try await example.playInVain("--play", "101").errors.contains("Opening is not here"))
            let run = try await example.playInVain("--fetch", "101", "303", "505")
            #expect(run.output.contains("505 is here"), "\(run.output)\(run.errors)")
            #expect(run.errors.contains("101, 303 did not come"), "\(run.errors)")
            #expect(!example.isHere("101") && !example.isHere("303"))
            // What is here is not fetched again; the extension, which was asked when nothing was, may have had it fetched as well.
            try await eventually {
                let downloads = try await example.world.ba("downloads")
                return try example.world.processes(of: "SessionsDownloader").isEmpty
                    && !downloads.output.contains("505")
            }
            let count = example.server.requests.count { $0.path == "/505.video" }
            #expect(try await example.play("--fetch", "505").output.contains("505 is here"))
            #expect(example.server.requests.count { $0.path == "/505.video" } == count)
        }
    }

    @Test("B16: an app that is opened twice has a video in both", .timeLimit(.minutes(2))) func openedTwice()
        async throws
    {
        try await SessionsExample.with { example in
            try await example.installWithOneOnItsWay()
            try await example.withApp { first in
                try await eventually { first().contains { $0.contains("404 is on its way") } }
                try await example.withApp(["--fetch", "404"]) { second in
                    try await eventually { second().contains { $0.contains("404 is on its way") } }
                    example.server.release()
                    try await eventually { first().contains { $0.contains("404 is here") } }
                    try await eventually { second().contains { $0.contains("404 is here") } }
                }
            }
        }
    }

    @Test("A13: one session that cannot be scheduled does not keep away the others of a catalog")
    func partialCatalog() async throws {
        try await SessionsExample.with { example in
            try await example.publish(insecure: "101")
            try await example.makeApp(
                information: "Info-Catalog.plist", downloader: "SessionsCatalogDownloader")
            _ = try await example.install()
            try await example.waitForVideos(["202", "303", "404", "505"])
            #expect(!example.isHere("101"))
        }
    }

    @Test("A13, A15: an extension that has a catalog fetched first") func catalog() async throws {
        try await SessionsExample.with { example in
            try await example.makeApp(
                information: "Info-Catalog.plist", downloader: "SessionsCatalogDownloader")
            _ = try await example.install()
            try await example.waitForVideos()
            // One that is known is not fetched again.
            try await expectSuccess(example.world.ba("settings", "developer-mode", "on"))
            try await expectSuccess(example.world.ba("update", SessionsExample.bundleID))
            #expect(example.server.requests.count { $0.path == "/manifest.json" } == 1)
        }
    }

    @Test(
        "B15, B17: an installation is simulated, and what the extension says is followed; launching shows what is on its way"
    )
    func debugging() async throws {
        try await SessionsExample.with { example in
            let world = example.world
            try await example.publish(faults: ["404.video": .stall(after: 5_000_000)])
            try await example.makeApp()
            try await expectSuccess(world.ba("settings", "developer-mode", "on"))
            try await expectSuccess(world.ba("register", world.folder.path("Sessions.app")))
            let app = ["--app-bundle-id", SessionsExample.bundleID]
            try await world.withProgram("backgroundassets-debug", ["--logs"] + app) { lines in
                try await expectSuccess(
                    world.run("backgroundassets-debug", ["--simulate", "--app-install"] + app))
                for text in ["asked for 5 of 5 sessions", "101 is there"] {
                    _ = try await world.wait(text) { lines().first { $0.contains(text) } }
                }
            }
            try await example.waitUntilOneIsOnItsWay()
            try await example.withApp { output in
                try await eventually { output().contains { $0.contains("404 is on its way") } }
                #expect(output().count { $0.contains("✓") } == 4)
            }
        }
    }

    @Test("B11, B15: an extension that reads for half an hour is ended, and the debug tool says so")
    func simulatedHang() async throws {
        try await SessionsExample.with { example in
            let world = example.world
            try await expectSuccess(world.ba("settings", "developer-mode", "on"))
            try await expectSuccess(world.ba("settings", "extension-run-time", "1"))
            try await example.publish(misbehavior: "slow")
            try await example.makeApp()
            try await expectSuccess(world.ba("register", world.folder.path("Sessions.app")))
            let app = ["-b", SessionsExample.bundleID]
            try await world.withProgram("backgroundassets-debug", ["--logs"] + app) { lines in
                try await expectSuccess(world.run("backgroundassets-debug", ["-s", "--app-periodic-check"] + app))
                let text = "its run time of 1 s was used up"
                _ = try await world.wait(text) { lines().first { $0.contains(text) } }
            }
        }
    }

    @Test(
        "B10, B11: extensions that take too long, or too much memory, are ended, and the app is installed without them")
    func ended() async throws {
        try await SessionsExample.with { example in
            try await expectSuccess(example.world.ba("settings", "extension-run-time", "1"))
            try await example.publish(misbehavior: "slow")
            try await example.makeApp()
            let slow = try await example.install()
            #expect(slow.errors.contains("its run time of 1 s was used up"), "\(slow.errors)")
            try await expectSuccess(example.world.ba("settings", "extension-run-time", "30"))
            try await example.publish(version: 2, misbehavior: "large")
            try await example.makeApp(build: 2)
            let large = try await example.install()
            #expect(large.errors.contains("memory exception"), "\(large.errors)")
        }
    }
}
