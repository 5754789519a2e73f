// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The example that shows managed packs, as it is in Examples/TheCoast: `scripts/test.sh` builds it before.
@Suite(.timeLimit(.minutes(5)))
struct TheCoastTests {
    private static let bundleID = "com.naturelab.thecoast"
    private static let example =
        URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path + "/Examples/TheCoast"
    /// German, so that the texts which are fetched tell the language.
    private static let german = ["LANGUAGE": "de", "LANG": "de_DE.UTF-8"]

    private func makePacks(_ world: World, model: Int = 1) async throws {
        var environment = ["PATH": ProgramRun.programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")]
        environment["MODEL_VERSION"] = "\(model)"
        try await expectSuccess(
            ProgramRun.run(
                Self.example + "/Scripts/make-packs.sh", [world.folder.path("packs")], environment: environment))
    }

    private func makeApp(_ world: World, downloader: String, information: String, version: String = "1.0") async throws
    {
        let plist = try String(contentsOfFile: Self.example + "/Sources/TheCoast/" + information, encoding: .utf8)
        try world.folder.write(
            plist.replacing("<string>1.0</string>", with: "<string>\(version)</string>"), to: "Info.plist")
        try? FileManager.default.removeItem(atPath: world.folder.path("TheCoast.app"))
        let products = Self.example + "/.build/debug/"
        try await expectSuccess(
            world.ba(
                "bundle", "--executable", products + "TheCoast", "--extension-executable", products + downloader,
                "--info",
                world.folder.path("Info.plist"), "-o", world.folder.path("TheCoast.app")))
    }

    private func play(_ world: World, _ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            "ba", ["launch", Self.bundleID, "--"] + arguments, environment: world.environment,
            directory: world.folder.path)
    }

    private func packs(_ world: World) async throws -> [String: Int] {
        let run = try await expectSuccess(world.ba("packs", Self.bundleID, "--json"))
        let records = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] ?? []
        return Dictionary(
            records.compactMap { record in
                guard let id = record["id"] as? String, let version = record["localVersion"] as? Int else { return nil }
                return (id, version)
            }
        ) { first, _ in first }
    }

    /// How often the archive of a pack was asked for.
    private func requests(for pack: String, _ world: World) -> Int {
        world.requests.count { $0.contains("/assets/\(pack)") && !$0.contains(".blocks") }
    }

    @Test("E, TheCoast: played from its installation to its end, with packs from the host that it came from")
    func playedToItsEnd() async throws {
        try await World.with { world in
            world.additions.merge(Self.german) { _, new in new }
            try await makePacks(world)
            try await world.serve()
            try await makeApp(world, downloader: "TheCoastDownloader", information: "Info.plist")
            try await expectSuccess(world.ba("install", "TheCoast.app"))

            // Essential packs are there before the first launch, in the person's language; nothing is fetched for playing.
            let first = try await packs(world)
            for essential in ["Tutorial", "Textures", "Shaders", "Texts-de"] {
                #expect(first[essential] == 1, "\(first)")
            }
            #expect(first["Texts-en"] == nil && first["Texts-fr"] == nil)
            let before = requests(for: "Tutorial", world)
            let tutorial = try await expectSuccess(play(world, "--play", "tutorial"))
            #expect(
                tutorial.output.contains("(Videos/Introduction.m4v: ") && tutorial.output.contains("== The Harbor =="))
            #expect(requests(for: "Tutorial", world) == before)

            // Prefetched ones come by themselves, but for the one that the extension declines.
            let other = world
            let prefetched = try await world.wait("the prefetched packs") {
                let local = try await packs(other)
                return ["Sounds", "Shoreline", "CoastModel"].allSatisfy { local[$0] == 1 } ? local : nil
            }
            #expect(prefetched["HighResolutionTextures"] == nil && prefetched["Lighthouse"] == nil)
            #expect(try await expectSuccess(play(world, "--play", "shoreline")).output.contains("== The Shoreline =="))

            // A level is content to buy: refused before, fetched after, and at once the second time.
            let unbought = try await play(world, "--play", "lighthouse")
            #expect(unbought.status != 0 && requests(for: "Lighthouse", world) == 0, "\(unbought)")
            let purchase = try await expectSuccess(play(world, "--buy", "lighthouse"))
            #expect(purchase.output.contains("The Lighthouse is ready to play."))
            let fetched = requests(for: "Lighthouse", world)
            #expect(fetched > 0)
            #expect(
                try await expectSuccess(play(world, "--play", "lighthouse")).output.contains("== The Lighthouse =="))
            #expect(requests(for: "Lighthouse", world) == fetched)

            // Used space is shown; the tutorial goes when it is finished, and comes again when the player begins anew.
            let storage = try await expectSuccess(play(world, "--storage")).output
            for id in try await packs(world).keys where !id.hasPrefix("Texts") {
                #expect(storage.contains("\(id) (version 1): "), "\(storage)")
            }
            try await expectSuccess(play(world, "--finish-tutorial"))
            #expect(try await packs(world)["Tutorial"] == nil)
            #expect(!(try await expectSuccess(play(world, "--storage")).output.contains("Tutorial")))
            #expect(try await expectSuccess(play(world, "--restart")).output.contains("== The Harbor =="))
            #expect(try await packs(world)["Tutorial"] == 1)

            // Another language brings its texts, and takes those of the other away.
            let french = try await expectSuccess(play(world, "--language", "fr"))
            let local = try await packs(world)
            #expect(local["Texts-fr"] == 1 && local["Texts-de"] == nil, "\(local)")
            #expect(french.output != (try await expectSuccess(play(world, "--language", "de")).output))
            #expect(try await play(world, "--language", "ja").status != 0)

            try await expectSuccess(world.ba("uninstall", Self.bundleID))
            for folder in ["s/apps", "s/packs", "s/groups"] { #expect(world.names(in: folder) == [], "\(folder)") }
        }
    }

    @Test("E, TheCoast: data is updated with no update of the game, from a server of the publisher's own")
    func updatedData() async throws {
        try await World.with { world in
            try await makePacks(world)
            try await world.serve()
            // The address in its Info.plist is replaced by that of this server.
            try await makeApp(world, downloader: "TheCoastSelfHostedDownloader", information: "Info-SelfHosted.plist")
            try await expectSuccess(world.ba("install", "TheCoast.app"))
            let other = world
            _ = try await world.wait("the model") { try await packs(other)["CoastModel"] }
            // This extension has no code of its own, and takes all.
            _ = try await world.wait("what the other extension declines") {
                try await packs(other)["HighResolutionTextures"]
            }
            let first = try await expectSuccess(play(world, "--model")).output
            #expect(first.contains("(model 1)"))

            try await makePacks(world, model: 2)
            let second = try await world.wait("the new model") {
                let run = try await expectSuccess(play(other, "--check", "--model"))
                return run.output.contains("(model 2)") ? run.output : nil
            }
            #expect(second.contains("CoastModel is up to date."), "\(second)")
            #expect(first.split(separator: "\n").suffix(12) != second.split(separator: "\n").suffix(12))

            // A player who updates the game does not get the tutorial that is for new ones.
            try await expectSuccess(play(world, "--finish-tutorial"))
            try await makeApp(
                world, downloader: "TheCoastSelfHostedDownloader", information: "Info-SelfHosted.plist", version: "1.1")
            try await expectSuccess(world.ba("install", "TheCoast.app"))
            #expect(try await packs(world)["Tutorial"] == nil)
        }
    }
}
