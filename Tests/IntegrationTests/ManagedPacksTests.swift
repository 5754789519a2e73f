// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The main job, with real processes: packs made, served, installed, read, updated and removed.
@Suite(.timeLimit(.minutes(5)))
struct ManagedPacksTests {
    private let essential = #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#
    private let always = #"{"essential": {"installationEventTypes": ["firstInstallation", "subsequentUpdate"]}}"#
    private let prefetch = #"{"prefetch": {"installationEventTypes": ["firstInstallation"]}}"#

    private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("C1: essential packs are there at launch prefetched ones come and on demand ones wait")
    func essentialPacksAreThereAtLaunchPrefetchedOnesComeAndOnDemandOnesWait() async throws {
        try await World.with { world in
            try await world.pack("Tutorial", policy: essential, files: ["Videos/Introduction.m4v": text("film")])
            try await world.pack("Level", policy: prefetch, files: ["Levels/one.map": text("map one")])
            try await world.pack("Extra", files: ["Extra/bonus.txt": text("bonus")])
            try await world.pack("Declined", policy: prefetch, files: ["Declined/file": text("no")])
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            #expect(try await world.game("read", "Videos/Introduction.m4v") == ["read Videos/Introduction.m4v 4 film"])
            let level = try await world.wait("the prefetched pack") { try await world.localVersion("Level") }
            #expect(level == 1)
            #expect(try await world.localVersion("Extra") == nil)
            // C4: the extension had its say.
            #expect(try await world.localVersion("Declined") == nil)
        }
    }

    @Test("C5: files are read where there is no service") func filesAreReadWhereThereIsNoService() async throws {
        try await World.with { world in
            try await world.pack("Level", files: ["Levels/one.map": text("map one"), "Levels/two.map": text("two")])
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            try await expectSuccess(world.get("Level"))
            let variables = try await expectSuccess(world.ba("run", "--app", World.bundleID, "--", "/usr/bin/env"))
            var environment = Dictionary(
                variables.output.split(separator: "\n").compactMap { line -> (String, String)? in
                    let parts = line.split(separator: "=", maxSplits: 1)
                    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
                }
            ) { first, _ in first }
            try await expectSuccess(world.ba("service", "stop"))
            environment["BACKGROUND_ASSETS_SERVICE_EXECUTABLE"] = "/nonexistent"
            let path = try #require(
                try FileManager.default.subpathsOfDirectory(atPath: world.folder.path("s/apps"))
                    .first { $0.hasSuffix("/FixtureGame") })
            let run = try await ProgramRun.run(
                world.folder.path("s/apps/" + path),
                ["read", "Levels/one.map", "describe", "Levels/two.map", "list", "Levels", "version", "Level"],
                environment: environment)
            #expect(
                run.output.split(separator: "\n") == [
                    "read Levels/one.map 7 map one", "described Levels/two.map 3",
                    #"listed Levels ["one.map", "two.map"]"#, "version Level 1",
                ], "\(run)")
            // None was started meanwhile, nor could be.
            #expect(!FileManager.default.fileExists(atPath: world.socketPath))
        }
    }

    @Test("C5, C6: a pack is fetched on demand with progress and its files are read")
    func aPackIsFetchedOnDemandWithProgressAndItsFilesAreRead() async throws {
        try await World.with { world in
            let bytes = (0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
            try await world.pack("Extra", files: ["Extra/bonus.bin": bytes, "Extra/empty": []], compression: "none")
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            let missing = try await world.game("read", "Extra/bonus.bin").first ?? ""
            #expect(missing.contains("No asset pack on this device has the file"), "\(missing)")
            #expect(try await world.game("watch", "Extra") == ["watched Extra finished true"])
            #expect(
                try await world.game("describe", "Extra/bonus.bin", "version", "Extra", "read", "Extra/empty")
                    == ["described Extra/bonus.bin 9000000", "version Extra 1", "read Extra/empty 0 "])
            let unknown = try await world.game("get", "Nothing").first ?? ""
            #expect(unknown.contains("error get Nothing") && unknown.contains("Nothing"), "\(unknown)")
            let local = world.folder.path("s/packs/\(World.bundleID)/Extra/1/Contents/Extra/bonus.bin")
            #expect(try Data(contentsOf: URL(fileURLWithPath: local)) == Data(bytes))
        }
    }

    @Test("a folder of several packs is shown as one, and goes with the process")
    func aFolderOfSeveralPacks() async throws {
        try await World.with { world in
            try await world.pack("Coast", policy: essential, files: ["Maps/coast": [1], "Maps/Deep/reef": [2]])
            try await world.pack("Town", policy: essential, files: ["Maps/town": [3], "Maps/Deep/cellar": [4]])
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            let caches = world.folder.path("s/groups/group.com.example.game/Library/Caches")
            let before = try FileManager.default.contentsOfDirectory(atPath: caches)
            #expect(
                try await world.game("list", "Maps", "list", "Maps/Deep") == [
                    #"listed Maps ["Deep", "Deep/cellar", "Deep/reef", "coast", "town"]"#,
                    #"listed Maps/Deep ["cellar", "reef"]"#,
                ])
            #expect(try FileManager.default.contentsOfDirectory(atPath: caches) == before)
        }
    }

    @Test("what is not there is Apple's error, whichever member is asked") func whatIsNotThere() async throws {
        try await World.with { world in
            try await world.pack("Coast", policy: essential, files: ["coast": [1]])
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            for id in ["Nothing", "not/../an ID", ""] {
                let lines = try await world.game(
                    "get", id, "status", id, "remove", id, "version", id, "size", id, "readFrom", "coast", id)
                #expect(lines.count == 6)
                for line in lines { #expect(line.contains(#"There is no asset pack "\#(id)""#), "\(line)") }
            }
            let lines = try await world.game("read", "reef", "readFrom", "reef", "Coast")
            #expect(lines.count == 2)
            for line in lines { #expect(line.contains(#"has the file "reef""#), "\(line)") }
        }
    }

    @Test("C7: packs are updated apart from the app and removed") func packsAreUpdatedApartFromTheAppAndRemoved()
        async throws
    {
        try await World.with { world in
            try await world.pack("Model", policy: essential, files: ["model.txt": text("one")])
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            #expect(try await world.game("read", "model.txt") == ["read model.txt 3 one"])

            // The server notices by itself, while it is asked again and again.
            try await world.pack("Model", policy: essential, files: ["model.txt": text("two two")])
            let updating = try await world.wait("the server to notice") {
                let line = try await world.game("check", "").first
                return line == "checked [\"Model\"] []" ? line : nil
            }
            #expect(updating == "checked [\"Model\"] []")
            _ = try await world.wait("version 2") { try await world.localVersion("Model") == 2 ? true : nil }
            #expect(
                try await world.game("read", "model.txt", "version", "Model")
                    == ["read model.txt 7 two two", "version Model 2"])

            #expect(try await world.game("remove", "Model", "read", "model.txt").first == "removed Model")
            #expect(try await world.localVersion("Model") == nil)
            #expect(
                try await world.game("get", "Model", "read", "model.txt")
                    == ["got Model 2 true", "read model.txt 7 two two"])

            try await expectSuccess(world.ba("uninstall", World.bundleID))
            #expect(!FileManager.default.fileExists(atPath: world.folder.path("s/packs/\(World.bundleID)")))
            #expect(!FileManager.default.fileExists(atPath: world.folder.path("s/groups/group.com.example.game")))
            #expect(try await world.ba("launch", World.bundleID).status != 0)
        }
    }

    @Test("A2: an update of the app fetches what its event asks for") func anUpdateOfTheAppFetchesWhatItsEventAsksFor()
        async throws
    {
        try await World.with { world in
            try await world.pack("Tutorial", policy: essential, files: ["tutorial": text("t")])
            try await world.pack("Base", policy: always, files: ["base": text("b")])
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            #expect(
                try await world.game("remove", "Tutorial", "remove", "Base") == ["removed Tutorial", "removed Base"])
            try await world.makeApp(version: "1.1", build: "2")
            try await expectSuccess(world.ba("install", "Game.app"))
            #expect(try await world.localVersion("Base") == 1)
            // A player who updates does not get the tutorial again.
            #expect(try await world.localVersion("Tutorial") == nil)
            try await world.makeApp(version: "1.0", build: "1")
            let refused = try await world.ba("install", "Game.app")
            #expect(refused.status != 0)
            #expect(refused.errors.contains("older than the installed 1.1"))
        }
    }

    @Test("A1: a killed service loses nothing and goes on where it was")
    func aKilledServiceLosesNothingAndGoesOnWhereItWas() async throws {
        try await World.with { world in
            var state: UInt64 = 7
            let bytes = (0..<48 << 20).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
            try await world.pack("Big", files: ["big.bin": bytes, "after.txt": text("after")])
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            let (killed, url) = (world, world.url)
            _ = url
            async let getting = killed.ba("pack", "get", "--app", World.bundleID, "Big")
            var kills = 0
            while kills < 3 {
                let record = try await world.packs()["Big"]
                if record?["localVersion"] is Int { break }
                guard let done = record?["completedBytes"] as? Int, done > kills * 8 << 20 else { continue }
                try await world.killService()
                kills += 1
            }
            _ = try await getting
            _ = try await world.wait("the pack") { try await world.localVersion("Big") }
            let local = world.folder.path("s/packs/\(World.bundleID)/Big/1/Contents/big.bin")
            #expect(try Data(contentsOf: URL(fileURLWithPath: local)) == Data(bytes))
            #expect(try await world.game("read", "after.txt") == ["read after.txt 5 after"])
            let spool = try FileManager.default.contentsOfDirectory(atPath: world.folder.path("s/spool"))
            #expect(spool.isEmpty)
        }
    }
}
