// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// An extension that cannot be started, leaves, or answers what is no answer: the app is launchable without its packs,
/// the cause is told, and nothing of the extension is left.
@Suite(.timeLimit(.minutes(2)))
struct BrokenExtensionTests {
    private static let essential = #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#
    private static let yes = #"{"parameters": {"download": true}}"#

    struct Behaviour: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: [String]
        let cause: String
        /// What the extension is asked about.
        var packs = ["First", "Second"]
    }

    static let behaviours: [Behaviour] = [
        .init(testDescription: "exits at once", script: ["exit 7"], cause: "exited with status 7"),
        .init(testDescription: "exits when called", script: ["receive", "exit 0"], cause: "exited with status 0"),
        .init(
            testDescription: "hangs", script: ["receive"],
            cause: "ShouldDownload had not returned when its run time of 1 s was used up"),
        .init(
            testDescription: "hangs in the middle of an answer", script: ["receive", "bytes {\"parameters\": "],
            cause: "had not returned when its run time of 1 s was used up"),
        .init(
            testDescription: "closes its socket and stays", script: ["receive", "close"],
            cause: "closed its connection before it had answered"),
        .init(
            testDescription: "junk bytes", script: ["receive", "answer \u{1}\u{2}\u{fffd}~~~~"], cause: "malformed"),
        .init(testDescription: "an empty message", script: ["receive", "answer"], cause: "malformed"),
        .init(testDescription: "JSON that is no object", script: ["receive", "answer [1, 2, 3]"], cause: "malformed"),
        .init(
            testDescription: "no answer in the answer", script: ["receive", "answer {}"],
            cause: "\"download\" is missing"),
        .init(
            testDescription: "wrong types", script: ["receive", "answer {\"parameters\": {\"download\": \"maybe\"}}"],
            cause: "parameters.download"),
        .init(
            testDescription: "deep JSON",
            script: ["receive", "answer {\"parameters\": " + String(repeating: "[", count: 4000)], cause: "malformed"),
        .init(
            testDescription: "a huge message", script: ["receive", "flood 4000000"],
            cause: "larger than 1048576 bytes"),
        .init(
            testDescription: "an error", script: ["receive", "answer {\"error\": \"org.example.No\"}"],
            cause: "org.example.No"),
        .init(
            testDescription: "more than one answer to a call",
            script: ["receive", "answer {\"continues\": true, \"parameters\": {\"download\": true}}"],
            cause: "several replies came"),
        .init(
            testDescription: "an answer to a call that was not made", script: ["receive", "twice \(yes)"],
            cause: "answered a call that was not made"),
    ]

    @Test("an extension that answers nonsense or nothing is named with what it did", arguments: behaviours)
    func nonsenseIsNamed(_ behaviour: Behaviour) async throws {
        try await World.with { world, server in
            for id in behaviour.packs { try await world.pack(id, policy: Self.essential, files: [id: [1, 2, 3]]) }
            try await world.publish(on: server)
            try await expectSuccess(world.ba("settings", "extension-run-time", "1"))
            try await world.makeApp(extensionScript: behaviour.script)
            try await world.serving {
                let run = try expectSuccess(try await world.ba("install", "Game.app"))
                #expect(run.errors.contains("no asset packs were fetched: the extension "), "\(run.errors)")
                #expect(run.errors.contains("\(World.bundleID).FixtureDownloader"), "\(run.errors)")
                #expect(run.errors.contains(behaviour.cause), "\(run.errors)")
                #expect(world.serviceLog.contains(behaviour.cause))
                try await world.expectNothingLeft()
                // The app is launchable, and fetches by itself what it misses.
                #expect(
                    try await world.game("get", "First", "read", "First")
                        == ["got First 1 true", "read First 3 \u{1}\u{2}\u{3}"])
                try await world.expectNothingLeft(packs: ["First": 1])
            }
        }
    }

    @Test("junk on the socket where the extension is a client ends that socket only")
    func junkOnTheClientSocketEndsThatSocketOnly() async throws {
        try await World.with { world, server in
            try await world.pack("First", policy: Self.essential, files: ["First": [1]])
            try await world.publish(on: server)
            try await world.makeApp(extensionScript: ["call \u{3}\u{4} no call", "receive", "answer \(Self.yes)"])
            try await world.serving {
                let run = try expectSuccess(try await world.ba("install", "Game.app"))
                #expect(!run.errors.contains("no asset packs were fetched"), "\(run.errors)")
                try await world.expectNothingLeft(packs: ["First": 1])
            }
        }
    }

    @Test("an extension that cannot be executed is named with the reason") func itCannotBeExecuted() async throws {
        try await World.with { world, server in
            try await world.pack("First", policy: Self.essential, files: ["First": [1]])
            try await world.publish(on: server)
            try await world.makeApp()
            try world.folder.write(
                "no program\n", to: "Game.app/Extensions/FixtureDownloader.appex/FixtureDownloader")
            try await world.serving {
                let run = try expectSuccess(try await world.ba("install", "Game.app"))
                #expect(
                    run.errors.contains("the extension \(World.bundleID).FixtureDownloader cannot be started"),
                    "\(run.errors)")
                #expect(run.errors.lowercased().contains("exec format error"), "\(run.errors)")
                try await world.expectNothingLeft()
            }
        }
    }

    @Test("an extension that vanished after the installation is named, and the app goes on")
    func itVanishedAfterTheInstallation() async throws {
        try await World.with { world, server in
            try await world.pack("First", files: ["First": [1]])
            try await world.publish(on: server)
            try await world.installApp()
            let bundle = try #require(world.names(in: "s/apps/\(World.bundleID)/1.0-1").first)
            try FileManager.default.removeItem(
                atPath: world.folder.path(
                    "s/apps/\(World.bundleID)/1.0-1/\(bundle)/Extensions/FixtureDownloader.appex/FixtureDownloader"))
            try await world.serving {
                let run = try await world.get("First")
                #expect(run.status != 0)
                #expect(run.errors.contains("FixtureDownloader.appex/FixtureDownloader"), "\(run.errors)")
                #expect(run.errors.contains("is missing"), "\(run.errors)")
                try await world.expectNothingLeft()
            }
        }
    }
}
