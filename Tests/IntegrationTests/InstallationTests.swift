// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// What a person sees from the wish to install an app to its first launch.
@Suite(.timeLimit(.minutes(2)))
struct InstallationTests {
    private static let bytes = noise(13_000_000, seed: 47)
    private static let essential =
        #"{"essential": {"installationEventTypes": ["firstInstallation", "subsequentUpdate"]}}"#
    private static let prefetch = #"{"prefetch": {"installationEventTypes": ["firstInstallation"]}}"#

    /// Runs `body` with a server that has an essential pack, and a bundle that is not installed yet.
    private func with(_ body: (World, FaultServer) async throws -> Void) async throws {
        try await World.with { world, server in
            try await world.pack(
                "Tutorial", policy: Self.essential, files: ["tutorial.bin": Self.bytes], compression: "none")
            try await world.publish(on: server)
            try await world.makeApp()
            try await body(world, server)
        }
    }

    private func stall(_ path: String, after count: Int, in world: World, on server: FaultServer) throws {
        let file = path == "/manifest" ? "manifest.json" : "packs" + path
        server.serve(path, try world.bytes(of: file), faults: [.stall(after: count)])
    }

    /// Expects that the app cannot be launched, because it is being installed.
    private func expectRefusal(
        _ world: World, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let run = try await world.ba("launch", World.bundleID)
        #expect(run.status == 75, sourceLocation: sourceLocation)
        #expect(run.errors.contains("being installed"), "\(run.errors)", sourceLocation: sourceLocation)
    }

    @Test("B1, B3: launching is refused from the start of an installation until its essential assets are there")
    func launchingWaits() async throws {
        try await with { world, server in
            try stall("/manifest", after: 20, in: world, on: server)
            try stall("/Tutorial.aar", after: 6_000_000, in: world, on: server)
            async let installation = world.ba("install", "Game.app")
            await server.wait { $0.stalledCount == 1 }
            // The manifest comes before the extension is woken.
            #expect(try await world.childProcesses() == [])
            try await expectRefusal(world)
            let executables = try FileManager.default.subpathsOfDirectory(atPath: world.folder.path("s/apps"))
                .filter { $0.hasSuffix("/FixtureGame") }
            #expect(executables.count == 1)
            for path in executables {
                let attributes = try FileManager.default.attributesOfItem(atPath: world.folder.path("s/apps/" + path))
                #expect(((attributes[.posixPermissions] as? Int) ?? 0o777) & 0o111 == 0)
            }

            server.release()
            await server.wait { $0.stalledCount == 1 && $0.requests.contains { $0.path == "/Tutorial.aar" } }
            try await expectRefusal(world)

            server.release()
            let run = try expectSuccess(try await installation)
            let phases = ["fetching the manifest", "asking the downloader extension", "fetching assets"]
            let places = phases.map { phase in run.errors.range(of: phase)?.lowerBound ?? run.output.endIndex }
            #expect(places == places.sorted(), "\(run.errors)")
            #expect(try await world.game("read", "tutorial.bin").first?.hasPrefix("read tutorial.bin 13000000") == true)
        }
    }

    @Test("B3: an installation is paused, outlives the service, and goes on where it was") func pausing() async throws {
        try await with { world, server in
            try stall("/Tutorial.aar", after: 9_000_000, in: world, on: server)
            async let installation = world.ba("install", "Game.app")
            await server.wait { $0.stalledCount == 1 }
            // What the server has sent may still be on its way.
            _ = try await world.wait("what was sent to be staged") {
                (try await world.packs()["Tutorial"]?["completedBytes"] as? Int ?? 0) >= 8 << 20 ? true : nil
            }
            try await expectSuccess(world.ba("pause", World.bundleID))
            try await world.killService()
            server.release()
            let requests = server.requests.count
            try await expectRefusal(world)
            #expect(server.requests.count == requests, "it is still paused")

            try await expectSuccess(world.ba("resume", World.bundleID))
            let waiting = try await world.ba("launch", "--wait", World.bundleID, "--", "read", "tutorial.bin")
            #expect(waiting.output.hasPrefix("read tutorial.bin 13000000"), "\(waiting.errors)")
            // Who followed the installation found the service again.
            try await expectSuccess(installation)
            let ranges = server.requests.filter { $0.path == "/Tutorial.aar" }.compactMap { $0.range }
            let start = try #require(ranges.last?.dropFirst("bytes=".count).split(separator: "-").first)
            // At most one archive block, of 4 MiB, is fetched a second time.
            #expect(try #require(Int(start)) > 9_000_000 - (4 << 20) - (1 << 20), "\(ranges)")
            #expect(try world.localFile("tutorial.bin", of: "Tutorial") == Self.bytes)
        }
    }

    @Test("A service that is stopped while it waits for the manifest goes on with it, and blames nobody")
    func stoppedInTheManifest() async throws {
        try await with { world, server in
            try stall("/manifest", after: 20, in: world, on: server)
            async let installation = world.ba("install", "Game.app")
            await server.wait { $0.stalledCount == 1 }
            try await expectSuccess(world.ba("service", "stop"))
            server.release()
            try await expectSuccess(installation)
            #expect(try await world.game("read", "tutorial.bin").first?.hasPrefix("read tutorial.bin 13000000") == true)
            #expect(try await world.app()?["note"] == nil)
            #expect(!world.serviceLog.contains("without asset packs"), "\(world.serviceLog)")
        }
    }

    @Test("B3: a cancelled installation leaves nothing behind") func cancelling() async throws {
        try await with { world, server in
            try stall("/Tutorial.aar", after: 6_000_000, in: world, on: server)
            async let installation = world.ba("install", "Game.app")
            await server.wait { $0.stalledCount == 1 }
            try await expectSuccess(world.ba("cancel", World.bundleID))
            let run = try await installation
            #expect(run.status != 0 && run.errors.contains("cancelled"), "\(run.errors)")
            for folder in ["s/apps", "s/packs", "s/applications", "s/groups"] {
                #expect(world.names(in: folder) == [])
            }
            try await world.expectNothingLeft()
        }
    }

    @Test("A group's data goes with its app, and stays when an installation over it is cancelled")
    func groups() async throws {
        try await with { world, server in
            let group = "s/groups/group.com.example.game"
            try await expectSuccess(world.ba("install", "Game.app"))
            try world.folder.write("score", to: group + "/score")
            try await expectSuccess(world.ba("uninstall", "--keep-data", World.bundleID))
            #expect(try world.bytes(of: group + "/score") == Array("score".utf8))

            try stall("/Tutorial.aar", after: 6_000_000, in: world, on: server)
            async let installation = world.ba("install", "Game.app")
            await server.wait { $0.stalledCount == 1 }
            try await expectSuccess(world.ba("cancel", World.bundleID))
            #expect(try await installation.status != 0)
            #expect(try world.bytes(of: group + "/score") == Array("score".utf8))
            server.release()
            try await world.publish(on: server)

            try await expectSuccess(world.ba("install", "Game.app"))
            try await expectSuccess(world.ba("uninstall", World.bundleID))
            #expect(world.names(in: "s/groups") == [])
        }
    }

    @Test("B3: a pause stops the copying of a bundle, which goes on where it was") func pausingACopy() async throws {
        try await with { world, _ in
            let bytes = noise(16 << 20, seed: 5)
            for name in 0..<16 { try world.folder.write(bytes, to: "Game.app/Data/\(name).bin") }
            async let installation = world.ba("install", "Game.app")
            _ = try await world.wait("the copying to begin") {
                world.names(in: "s/apps/\(World.bundleID)").isEmpty ? nil : true
            }
            try await expectSuccess(world.ba("pause", World.bundleID))
            let record = try await world.app()
            #expect(record?["state"] as? String == "installing", "\(record ?? [:])")
            let entry = String(decoding: try world.bytes(of: "s/applications/\(World.bundleID).desktop"), as: UTF8.self)
            #expect(entry.contains("\nName=Game (paused)\n"), "\(entry)")
            try await expectRefusal(world)
            try await expectSuccess(world.ba("resume", World.bundleID))
            try await expectSuccess(installation)
            let copies = try FileManager.default.subpathsOfDirectory(atPath: world.folder.path("s/apps"))
                .filter { $0.contains("/Data/") }
            #expect(copies.count == 16)
            for path in copies { #expect(try world.bytes(of: "s/apps/" + path) == bytes, "\(path)") }
        }
    }

    @Test("B1, B3: during an update the old version stays launchable, with its assets") func updating() async throws {
        try await with { world, server in
            try await expectSuccess(world.ba("install", "Game.app"))
            try await world.pack("Tutorial", policy: Self.essential, files: ["tutorial.bin": Self.bytes.reversed()])
            try await world.publish(on: server) { $0.changePack("Tutorial") { $0["version"] = 2 } }
            try await world.makeApp(version: "2.0", build: "2")
            try stall("/Tutorial.aar", after: 6_000_000, in: world, on: server)
            async let installation = world.ba("install", "Game.app")
            await server.wait { $0.stalledCount == 1 }
            #expect(try await world.game("version", "Tutorial") == ["version Tutorial 1"])
            #expect(try await world.game("read", "tutorial.bin").first?.hasPrefix("read tutorial.bin 13000000") == true)
            server.release()
            try await expectSuccess(installation)
            #expect(try await world.game("version", "Tutorial") == ["version Tutorial 2"])
            #expect(try world.localFile("tutorial.bin", of: "Tutorial", version: 2) == Self.bytes.reversed())
        }
    }

    @Test("B4: one progress covers app, installation and essential assets, and never goes back")
    func progress() async throws {
        try await with { world, server in
            let run = try expectSuccess(try await world.ba("install", "Game.app", "--json"))
            let lines = try run.output.split(separator: "\n").map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
            let fractions = lines.compactMap { $0["fraction"] as? Double }
            #expect(fractions.count == lines.count && fractions.count > 3)
            #expect(fractions == fractions.sorted())
            #expect(fractions.last == 1)
            var phases: [String] = []
            for phase in lines.compactMap({ $0["phase"] as? String }) where phases.last != phase {
                phases.append(phase)
            }
            let order = ["installing", "fetchingManifest", "askingExtension", "downloadingAssets", "finished"]
            #expect(phases == order.filter { phases.contains($0) })
            #expect(phases.contains("downloadingAssets") && phases.last == "finished")
            #expect(server.requests.contains { $0.path == "/manifest" })
        }
    }

    @Test("B5: the app is launchable when the last essential pack is there, while others still come")
    func essentialIsEnough() async throws {
        try await with { world, server in
            try await world.pack("Level", policy: Self.prefetch, files: ["level.bin": Self.bytes], compression: "none")
            try await world.publish(on: server)
            try stall("/Level.aar", after: 6_000_000, in: world, on: server)
            try await expectSuccess(world.ba("install", "Game.app"))
            #expect(try await world.game("read", "tutorial.bin").first?.hasPrefix("read tutorial.bin 13000000") == true)
            await server.wait { $0.stalledCount == 1 }
            #expect(try await world.childProcesses() == [], "the extension has ended")
            #expect(try await world.localVersion("Level") == nil)
            server.release()
            _ = try await world.wait("the level") { try await world.localVersion("Level") == 1 ? true : nil }
        }
    }

    @Test("A2, C4: the extension has its say when an app is installed and was never opened") func asking() async throws
    {
        try await with { world, server in
            try await world.pack("Declined", policy: Self.essential, files: ["declined.txt": [1]])
            try await world.publish(on: server)
            try await expectSuccess(world.ba("install", "Game.app"))
            #expect(try await world.localVersion("Tutorial") == 1)
            #expect(try await world.localVersion("Declined") == nil)
            #expect(!server.requests.contains { $0.path == "/Declined.aar" })
        }
    }

    @Test("B18: an app has a desktop entry from the start, and opening it goes through the service")
    func desktopEntry() async throws {
        try await with { world, server in
            try stall("/Tutorial.aar", after: 6_000_000, in: world, on: server)
            async let installation = world.ba("install", "Game.app")
            await server.wait { $0.stalledCount == 1 }
            func shown() throws -> String {
                String(decoding: try world.bytes(of: "s/applications/\(World.bundleID).desktop"), as: UTF8.self)
            }
            // The name tells how far it is, and whether it is paused.
            let entry = try await world.wait("the entry to show the progress of the assets") {
                let entry = try shown()
                let percent = entry.firstMatch(of: /\nName=Game \(([0-9]+) %\)\n/).flatMap { Int($0.1) }
                return percent.map { $0 > 0 && $0 < 100 } == true ? entry : nil
            }
            #expect(entry.contains("\nActions=pause;cancel;page;\n"))
            let command = try #require(entry.split(separator: "\n").first { $0.hasPrefix("Exec=") }?.dropFirst(5))
            // The quoting of an Exec line without special characters is the shell's.
            async let opened = world.run("/bin/sh", ["-c", "exec \(command) -- read tutorial.bin"])
            _ = try await world.wait("the waiting launch to show where the installation is") {
                try await world.serviceStatus()["connections"] as? Int ?? 0 >= 3 ? true : nil
            }
            try await expectSuccess(world.ba("pause", World.bundleID))
            #expect(try shown().contains("\nName=Game (paused)\n"))
            #expect(try shown().contains("\nActions=resume;cancel;page;\n"))
            try await expectSuccess(world.ba("resume", World.bundleID))
            server.release()
            try await expectSuccess(installation)
            let run = try await opened
            #expect(run.output.hasPrefix("read tutorial.bin 13000000"), "\(run.errors)")
            #expect(run.errors.contains("waiting for it"))
            #expect(run.errors.contains("fetching assets"))
            let installed = try shown()
            #expect(installed.contains("\nName=Game\n"))
            #expect(!installed.contains("Actions="))

            try await expectSuccess(world.ba("uninstall", World.bundleID))
            try await world.expectNoApp()
        }
    }
}
