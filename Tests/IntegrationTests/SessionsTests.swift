// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The example that shows an app which manages its assets itself, as it is in Examples/Sessions: `scripts/test.sh` builds it
/// before.
@Suite("E: Sessions", .timeLimit(.minutes(5)))
struct SessionsTests {
    private static let bundleID = "com.example.sessions"
    private static let example =
        URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path + "/Examples/Sessions"

    /// Where the videos come from, and, in plain HTTP, what the app fetches by URLSession: that takes no authority but the
    /// system's.
    private struct Hosts {
        let server: FaultServer
        let plain: FaultServer
    }

    private func with(_ body: (World, Hosts) async throws -> Void) async throws {
        try await World.with { world in
            try await FaultServer.with { server in
                try world.folder.write(Array(server.authorityPEM.utf8), to: "authority.pem")
                try await expectSuccess(world.ba("trust", world.folder.path("authority.pem")))
                try await FaultServer.with(certificate: nil) { plain in
                    let hosts = Hosts(server: server, plain: plain)
                    try await publish(world, hosts)
                    try await body(world, hosts)
                    server.release()
                }
            }
        }
    }

    /// Puts videos and manifest on the server.
    private func publish(
        _ world: World, _ hosts: Hosts, version: Int = 1, misbehavior: String = "",
        faults: [String: Fault] = [:]
    ) async throws {
        try await expectSuccess(
            ProgramRun.run(
                Self.example + "/Scripts/make-sessions.py",
                [world.folder.path("site"), hosts.server.url(""), hosts.plain.url(""), "\(version)"],
                environment: ["PATH": "/usr/bin:/bin", "MISBEHAVIOR": misbehavior]))
        for name in try FileManager.default.contentsOfDirectory(atPath: world.folder.path("site")) {
            let bytes = try #require(FileManager.default.contents(atPath: world.folder.path("site/" + name)))
            hosts.server.serve("/" + name, [UInt8](bytes), faults: faults[name].map { [$0] } ?? [])
            if !name.hasSuffix(".video") { hosts.plain.serve("/" + name, [UInt8](bytes)) }
        }
    }

    private func makeApp(
        _ world: World, _ hosts: Hosts, build: Int = 1, information: String = "Info.plist",
        downloader: String = "SessionsDownloader"
    ) async throws {
        let plist = try String(contentsOfFile: Self.example + "/Sources/After/Sessions/" + information, encoding: .utf8)
            .replacing("https://localhost:8444", with: hosts.server.url(""))
            .replacing("http://localhost:8445", with: hosts.plain.url(""))
            .replacing("<string>localhost</string>", with: "<string>127.0.0.1</string>")
            .replacing("<string>1</string>", with: "<string>\(build)</string>")
        try world.folder.write(plist, to: "Info.plist")
        try? FileManager.default.removeItem(atPath: world.folder.path("Sessions.app"))
        let products = Self.example + "/.build/debug/"
        try await expectSuccess(
            world.ba(
                "bundle", "--executable", products + "Sessions", "--extension-executable", products + downloader,
                "--info", world.folder.path("Info.plist"), "-o", world.folder.path("Sessions.app")))
    }

    private func play(_ world: World, _ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            "ba", ["launch", Self.bundleID, "--"] + arguments, environment: world.environment,
            directory: world.folder.path)
    }

    /// Opens the app, whose output a file gets, and runs `body` while it lives.
    private func play(_ world: World, _ body: (_ output: () -> [String]) async throws -> Void) async throws {
        let path = world.folder.path("output")
        try world.folder.write("", to: "output")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ProgramRun.programs + "/ba")
        process.arguments = ["launch", Self.bundleID]
        process.environment = ProcessInfo.processInfo.environment.merging(world.environment) { _, new in new }
        process.standardOutput = FileHandle(forWritingAtPath: path)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        try await body {
            ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
        }
    }

    private func video(_ id: String, _ world: World) -> String {
        world.folder.path("s") + "/groups/group.com.example.sessions/Library/Caches/\(id).video"
    }

    private func waitForVideos(_ ids: [String], _ world: World) async throws {
        for id in ids {
            try await eventually { FileManager.default.fileExists(atPath: video(id, world)) }
        }
    }

    @Test("B16: videos are there before the first launch, play offline, and come again when they were purged")
    func coming()
        async throws
    {
        try await with { world, hosts in
            try await makeApp(world, hosts)
            try await expectSuccess(world.ba("install", "Sessions.app", "--yes"))
            try await waitForVideos(["101", "202", "303", "404", "505"], world)
            let list = try expectSuccess(try await play(world, "--list"))
            #expect(list.output.split(separator: "\n").count { $0.contains("✓") } == 5, "\(list.output)")
            #expect(list.output.contains("...::---==+++**###%%%  Opening"), "\(list.output)")

            let purged = try expectSuccess(try await world.ba("purge", Self.bundleID))
            #expect(purged.output.contains("404"), "\(purged.output)")
            #expect(!FileManager.default.fileExists(atPath: video("404", world)))
            let again = try expectSuccess(try await play(world))
            #expect(again.output.contains("404 is here"), "\(again.output)\(again.errors)")

            for name in try FileManager.default.contentsOfDirectory(atPath: world.folder.path("site")) {
                hosts.server.serve("/" + name, [], faults: [.status(503)])
            }
            let offline = try expectSuccess(try await play(world, "--play", "101"))
            #expect(offline.output.contains("Playing Opening: 4000000 bytes"), "\(offline.output)")
        }
    }

    @Test("B16: a video on its way is promoted, and no byte of it comes twice") func promotion() async throws {
        try await with { world, hosts in
            try await publish(world, hosts, faults: ["404.video": .stall(after: 5_000_000)])
            try await makeApp(world, hosts)
            try await expectSuccess(world.ba("install", "Sessions.app", "--yes"))
            try await waitForVideos(["101", "202", "303", "505"], world)
            await hosts.server.wait { $0.stalledCount == 1 }
            try await play(world) { output in
                try await eventually { output().contains { $0.contains("404 is on its way") } }
                hosts.server.release()
                try await waitForVideos(["404"], world)
            }
            // In front from then on, it went on where it was.
            #expect(hosts.server.requests.count { $0.path == "/404.video" } == 1)
        }
    }

    @Test("A13, A15: an extension that has a catalog fetched first") func catalog() async throws {
        try await with { world, hosts in
            try await makeApp(
                world, hosts, information: "Info-Catalog.plist", downloader: "SessionsCatalogDownloader")
            try await expectSuccess(world.ba("install", "Sessions.app", "--yes"))
            try await waitForVideos(["101", "202", "303", "404", "505"], world)
        }
    }

    @Test(
        "B10, B11: extensions that take too long, or too much memory, are ended, and the app is installed without them")
    func ended() async throws {
        try await with { world, hosts in
            try await expectSuccess(world.ba("settings", "extension-run-time", "1"))
            try await publish(world, hosts, misbehavior: "slow")
            try await makeApp(world, hosts)
            let slow = try expectSuccess(try await world.ba("install", "Sessions.app", "--yes"))
            #expect(slow.errors.contains("its run time of 1 s was used up"), "\(slow.errors)")
            try await expectSuccess(world.ba("settings", "extension-run-time", "30"))
            try await publish(world, hosts, version: 2, misbehavior: "large")
            try await makeApp(world, hosts, build: 2)
            let large = try expectSuccess(try await world.ba("install", "Sessions.app", "--yes"))
            #expect(large.errors.contains("memory exception"), "\(large.errors)")
        }
    }
}
