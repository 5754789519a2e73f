// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetTestSupport
import Foundation
import SystemSupport
import Testing

/// Apps that come as an archive, from this device or a server.
@Suite(.timeLimit(.minutes(5)))
struct InstallSourcesTests {
    @Test("Archives of every format are installed, whatever they are called")
    func archivesOfEveryFormatAreInstalled() async throws {
        try await World.with { world in
            let formats = [("tar", []), ("gz", ["gzip"]), ("xz", ["xz"]), ("zst", ["zstd"])]
            for (number, (suffix, command)) in formats.enumerated() {
                let version = "1.\(number)"
                try world.folder.write(SampleApp.tar(version: version).bytes, to: "Game.tar")
                if !command.isEmpty {
                    try await expectSuccess(
                        ProgramRun.run("/usr/bin/env", command + ["-q", "-f", world.folder.path("Game.tar")]))
                }
                // The name says nothing.
                let file = suffix == "tar" ? "Game.tar" : "Game.tar.\(suffix)"
                try? FileManager.default.removeItem(atPath: world.folder.path("app-\(number)"))
                try FileManager.default.moveItem(
                    atPath: world.folder.path(file), toPath: world.folder.path("app-\(number)"))
                let run = try await expectSuccess(world.ba("install", "app-\(number)"))
                #expect(run.output.contains("Installed com.example.game"), "\(run.output)")
                #expect(try await world.game("x") == ["version \(version)"])
            }
            try await expectCleanSpool(world)
            #expect(try await world.app()?["origin"] as? String == "local")
        }
    }

    @Test("An Apple Archive of a bundle is installed") func anAppleArchiveIsInstalled() async throws {
        try await World.with { world in
            let path = world.folder.path("Game.aar")
            let file = try OwnedDescriptor(checking: open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600), "make", path)
            let writer = try ArchiveWriter(to: file, name: path)
            try await writer.addFile("Game.app/Game", bytes: Array("#!/bin/sh\necho aar\n".utf8), mode: 0o755)
            try await writer.addFile("Game.app/Info.plist", bytes: Array(SampleApp.info().utf8))
            try await writer.addFile("Game.app/data", bytes: SampleApp.noise(10_000_000))
            _ = try await writer.finish()
            try await expectSuccess(world.ba("install", "Game.aar"))
            #expect(try await world.game("x") == ["aar"])
            try await expectCleanSpool(world)
        }
    }

    @Test("A bundle that comes in an archive has its extension and packs")
    func aBundleInAnArchiveHasItsExtensionAndPacks() async throws {
        try await World.with { world in
            try await world.pack(
                "Tutorial", policy: #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#,
                files: ["film": Array("film".utf8)])
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(
                ProgramRun.run(
                    "/usr/bin/env", ["tar", "-C", world.folder.path, "-cf", world.folder.path("Game.tar"), "Game.app"]))
            try await expectSuccess(world.ba("install", "Game.tar"))
            #expect(try await world.game("read", "film") == ["read film 4 film"])
            try await expectCleanSpool(world)
        }
    }

    @Test("B4: an app is installed from a server, with one progress that never goes back")
    func anAppIsInstalledFromAServer() async throws {
        try await World.with { world in
            try await FaultServer.with { server async throws in
                try await trust(server, world)
                server.serve("/apps/Game.tar", SampleApp.tar(size: 3_000_000).bytes, faults: [.cut(after: 1_000_000)])
                let run = try await expectSuccess(world.ba("install", server.url("/apps/Game.tar"), "--json"))
                let lines = run.output.split(separator: "\n")
                let fractions = try lines.map { try object(String($0))["fraction"] as? Double ?? -1 }
                #expect(fractions == fractions.sorted(), "\(fractions)")
                #expect(fractions.first == 0 && fractions.last == 1, "\(fractions)")
                #expect(run.output.contains("downloadingApp"))
                #expect(try await world.game("x") == ["version 1.0"])
                // The broken connection went on where it was.
                let ranges = server.requests.map(\.range)
                #expect(ranges.count == 2 && ranges[0] == nil && ranges[1]?.hasPrefix("bytes=") == true, "\(ranges)")
                try await expectCleanSpool(world)
            }
        }
    }

    @Test("A killed service goes on with the download of an app where it was")
    func aKilledServiceGoesOnWithTheDownload() async throws {
        try await World.with { world in
            try await FaultServer.with { server async throws in
                try await trust(server, world)
                let bytes = SampleApp.tar(size: 6_000_000).bytes
                server.serve("/Game.tar", bytes, faults: [.stall(after: 4_000_000)])
                let url = server.url("/Game.tar")
                let killed = world
                async let installing = killed.ba("install", url)
                await server.wait { $0.stalledCount == 1 }
                // The last of what was sent is on its way to the disk.
                _ = try await world.wait("the bytes") {
                    try await size(ofSpool: world) > 3_000_000 ? true : nil
                }
                try await world.killService()
                server.release()
                let run = try await installing
                _ = run
                // The next client starts the service, which goes on by itself.
                _ = try await world.wait("the app") {
                    try await world.app()?["state"] as? String == "ready" ? true : nil
                }
                #expect(try await world.game("x") == ["version 1.0"])
                let range = try #require(server.requests.last?.range)
                let start = try #require(Int(range.dropFirst("bytes=".count).dropLast()))
                #expect(start > 3_000_000, "\(range)")
                try await expectCleanSpool(world)
            }
        }
    }

    @Test("The download of an app is paused, resumed and cancelled")
    func theDownloadOfAnAppIsPausedResumedAndCancelled() async throws {
        try await World.with { world in
            try await FaultServer.with { server async throws in
                try await trust(server, world)
                let bytes = SampleApp.tar(size: 4_000_000).bytes
                server.serve("/Game.tar", bytes, faults: [.stall(after: 2_000_000)])
                let url = server.url("/Game.tar")
                let other = world
                async let installing = other.ba("install", url)
                // Its Info.plist has come: it goes by the name of its app.
                _ = try await world.wait("the app's name") {
                    try await world.app() != nil ? true : nil
                }
                try await expectSuccess(world.ba("pause", World.bundleID))
                let refused = try await world.ba("launch", World.bundleID)
                #expect(refused.status == 75, "\(refused.errors)")
                server.release()
                try await expectSuccess(world.ba("resume", World.bundleID))
                let installed = try await installing
                try expectSuccess(installed)
                #expect(try await world.game("x") == ["version 1.0"])

                try await expectSuccess(world.ba("uninstall", World.bundleID))
                server.serve("/Game.tar", bytes, finally: .stall(after: 2_000_000))
                async let again = other.ba("install", url)
                _ = try await world.wait("the app's name") {
                    try await world.app() != nil ? true : nil
                }
                try await expectSuccess(world.ba("cancel", World.bundleID))
                #expect(try await again.status != 0)
                #expect(try await world.app() == nil)
                try await expectCleanSpool(world)
                server.release()
            }
        }
    }

    @Test("A2: an app from a server is updated from there")
    func anAppIsUpdatedFromItsServer() async throws {
        try await World.with { world in
            try await FaultServer.with { server async throws in
                try await trust(server, world)
                server.serve("/Game.tar", SampleApp.tar().bytes)
                try await expectSuccess(world.ba("install", server.url("/Game.tar")))
                let current = try await expectSuccess(world.ba("update"))
                #expect(current.output == "com.example.game: everything is up to date\n")
                server.serve("/Game.tar", SampleApp.tar(version: "2.0").bytes)
                let run = try await expectSuccess(world.ba("update", SampleApp.bundleID))
                #expect(run.output == "com.example.game: it is version 2.0 (0) now\n", "\(run.output)")
                #expect(try await world.ba("launch", SampleApp.bundleID).output == "version 2.0\n")
                #expect(server.requests.map(\.method) == ["GET", "HEAD", "HEAD", "GET"])
                server.serve("/Game.tar", [], finally: .status(404))
                let gone = try await world.ba("update", SampleApp.bundleID)
                #expect(gone.status == 77)
                #expect(gone.errors.contains("404") && gone.errors.contains("/Game.tar"), "\(gone.errors)")
                try await expectCleanSpool(world)
            }
        }
    }

    @Test("An app belongs to the host it came from, or to this device") func anAppBelongsToItsOrigin() async throws {
        try await World.with { world in
            try await FaultServer.with { server async throws in
                try await trust(server, world)
                server.serve("/Game.tar", SampleApp.tar().bytes)
                try await expectSuccess(world.ba("install", server.url("/Game.tar")))
                server.serve("/Game.tar", SampleApp.tar(version: "2.0").bytes)
                let host = "127.0.0.1:\(server.port)"
                let otherHost = try await world.ba("install", server.url("/Game.tar", host: "localhost"))
                #expect(otherHost.status != 0)
                #expect(
                    otherHost.errors.contains(host) && otherHost.errors.contains("localhost:\(server.port)"),
                    "\(otherHost.errors)")
                try world.folder.write(SampleApp.tar(version: "2.0").bytes, to: "Game.tar")
                let local = try await world.ba("install", "Game.tar")
                #expect(local.status != 0)
                #expect(local.errors.contains("comes from the host \(host)") && local.errors.contains("this device"))
                #expect(try await world.game("x") == ["version 1.0"])
                try await expectSuccess(world.ba("install", server.url("/Game.tar")))
                #expect(try await world.game("x") == ["version 2.0"])

                try await expectSuccess(world.ba("uninstall", World.bundleID))
                try await expectSuccess(world.ba("install", "Game.tar"))
                server.serve("/Game.tar", SampleApp.tar(version: "3.0").bytes)
                let remote = try await world.ba("install", server.url("/Game.tar"))
                #expect(remote.status != 0)
                #expect(remote.errors.contains("this device (local)") && remote.errors.contains(host))
                try await expectCleanSpool(world)
            }
        }
    }

    @Test("Servers that cannot be trusted, and what they must not send, are refused")
    func badServersAreRefused() async throws {
        try await World.with { world in
            try await FaultServer.with { server async throws in
                server.serve("/Game.tar", SampleApp.tar().bytes)
                let untrusted = try await world.ba("install", server.url("/Game.tar"))
                #expect(untrusted.status != 0 && untrusted.errors.contains("is not trusted"), "\(untrusted.errors)")
                try await trust(server, world)
                let plain = try await world.ba("install", "http://127.0.0.1:\(server.port)/Game.tar")
                #expect(plain.status != 0 && plain.errors.contains("https"), "\(plain.errors)")
                let missing = try await world.ba("install", server.url("/nothing.tar"))
                #expect(missing.status != 0 && missing.errors.contains("status 404"), "\(missing.errors)")
                server.serve("/page", [], finally: .body("<!DOCTYPE html><p>Please log in"))
                let page = try await world.ba("install", server.url("/page"))
                #expect(page.status != 0 && page.errors.contains("it is no archive of an app"), "\(page.errors)")
                server.serve("/away", [], finally: .redirect(to: "http://127.0.0.1:\(server.port)/Game.tar"))
                let away = try await world.ba("install", server.url("/away"))
                #expect(away.status != 0 && away.errors.contains("only https is allowed"), "\(away.errors)")
                server.serve("/endless", [], finally: .endless)
                let endless = try await world.ba("install", server.url("/endless"))
                #expect(endless.status != 0, "\(endless.errors)")
                #expect(try await world.app() == nil)
                try await expectCleanSpool(world)
            }
        }
    }

    @Test("Archives that could do harm are refused and leave nothing")
    func harmfulArchivesAreRefused() async throws {
        try await World.with { world in
            let cases: [(String, (inout TarSample) -> Void)] = [
                ("is absolute", { $0.add("/tmp/evil", "x") }),
                ("`.` or `..`", { $0.add("Game.app/../../evil", "x") }),
                ("may lie outside", { $0.addLink("Game.app/way", to: "../..") }),
                (
                    "below something that is not a folder",
                    {
                        $0.addLink("Game.app/way", to: "Resources")
                        $0.add("Game.app/way/evil", "x")
                    }
                ),
                ("hard link", { $0.add("Game.app/evil", type: "1", link: "/etc/passwd") }),
                ("character device", { $0.add("Game.app/evil", type: "3") }),
                ("FIFO", { $0.add("Game.app/evil", type: "6") }),
                ("twice", { $0.add("Game.app/Game", "x", mode: 0o755) }),
                ("case or Unicode form", { $0.add("Game.app/GAME", "x") }),
                ("ends too early", { $0.add("Game.app/evil", [1], size: "00077777777") }),
                ("two bundles", { $0.add("Other.app/Info.plist", "x") }),
                ("it holds “README”", { $0.add("README", "x") }),
            ]
            for (text, change) in cases {
                var tar = SampleApp.tar()
                change(&tar)
                try world.folder.write(tar.bytes, to: "Evil.tar")
                let run = try await world.ba("install", "Evil.tar")
                #expect(run.status != 0 && run.errors.contains(text), "\(text): \(run.errors)")
                try await expectCleanSpool(world)
                let left = try FileManager.default.contentsOfDirectory(atPath: world.folder.path("s/apps"))
                #expect(left == [], "\(text)")
            }
            #expect(!FileManager.default.fileExists(atPath: world.folder.path("s/evil")))
            #expect(!FileManager.default.fileExists(atPath: "/tmp/evil"))
        }
    }

    // MARK: Helpers

    private func trust(_ server: FaultServer, _ world: World) async throws {
        try world.folder.write(server.authorityPEM, to: "ca.pem")
        try await expectSuccess(world.ba("trust", "ca.pem"))
    }

    private func object(_ text: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    /// Bytes of what the service has kept of archives under way.
    private func size(ofSpool world: World) async throws -> Int {
        let spool = world.folder.path("s/spool")
        return try FileManager.default.contentsOfDirectory(atPath: spool).reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(spool)/\(name)/archive")
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }

    private func expectCleanSpool(_ world: World, _ location: SourceLocation = #_sourceLocation) async throws {
        let left = try FileManager.default.contentsOfDirectory(atPath: world.folder.path("s/spool"))
        #expect(left == [], sourceLocation: location)
    }
}
