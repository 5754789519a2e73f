// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

/// What an app and its extension share, with processes of both.
@Suite("App beside extension", .timeLimit(.minutes(5))) struct SharedDownloadTests {
    /// The process that has control, once it has.
    private func holder(_ game: DownloadingGame, _ output: () -> [String]) async throws -> pid_t {
        try await game.world.wait("the game to have control") {
            output().first { $0.hasPrefix("holding true ") }.flatMap { pid_t($0.dropFirst("holding true ".count)) }
        }
    }

    @Test("A12: an app waits for its extension") func appWaits() async throws {
        try await DownloadingGame.with { game in
            let gate = try game.makeGate()
            #expect(try await game.world.game("manage", "schedule", game.url("Hold")) == ["schedule Hold"])
            _ = try await game.world.wait("the extension to have control") { game.text("Hold.holding") }
            #expect(game.text("Hold.holding") == "true")
            try await game.world.withGame("control", "wait") { output in
                #expect(try await game.world.game("control", "once") == ["once false 55"])
                #expect(output() == [])
                try await game.open(gate: gate)
                _ = try await game.world.wait("the game to have control") { output().first }
                #expect(output() == ["waited true"])
            }
        }
    }

    @Test("A12: a catalog raced by app and extension is read once and deleted once") func racedCatalog() async throws {
        try await DownloadingGame.with { game in
            for round in 1...5 {
                try game.world.folder.write(
                    "catalog \(round)", to: "s/groups/group.com.example.game/Library/catalog")
                for note in ["woken", "raced"] { unlink(game.library("Caches/Race." + note)) }
                try await game.world.withGame("control", "hold") { output in
                    let pid = try await holder(game, output)
                    #expect(try await game.world.game("manage", "schedule", game.url("Race")) == ["schedule Race"])
                    _ = try await game.world.wait("the extension to ask") { game.text("Race.woken") }
                    try await game.world.withGame("manage", "race", "-") { output in
                        #expect(FileManager.default.fileExists(atPath: game.library("catalog")))
                        kill(pid, SIGKILL)
                        let byApp = try await game.world.wait("the game to have read it") { output().first }
                        let byExtension = try await game.world.wait("the extension to have read it") {
                            game.text("Race.raced")
                        }
                        #expect(
                            [byApp, "raced " + byExtension].sorted() == [
                                "raced - false", "raced catalog \(round) true",
                            ])
                    }
                }
            }
        }
    }

    @Test("A7: an app in front and an extension that runs both hold a delegate, and both are told") func bothAreTold()
        async throws
    {
        try await DownloadingGame.with { game in
            let gate = try game.makeGate()
            #expect(try await game.world.game("manage", "schedule", game.url("Watch")) == ["schedule Watch"])
            _ = try await game.world.wait("the extension to have a delegate") { game.text("Watch.woken") }
            try await game.world.withGame(
                "manage", "follow", "-", "manage", "schedule", game.url("two"), "manage", "schedule",
                game.url("none"), "manage", "stay", "-"
            ) { output in
                _ = try await game.world.wait("both to be told") { () -> Bool? in
                    let told = game.text("told") ?? ""
                    return output().contains("finished two 100000") && told.contains("finished two")
                        && output().contains { $0.hasPrefix("failed none ") } && told.contains("failed none")
                        ? true : nil
                }
            }
            try await game.open(gate: gate)
            // Nobody has to be woken for it.
            #expect(game.cached("two.finished") == nil)
        }
    }

    @Test("A13: an extension fetches, schedules and cancels; what belongs to apps in front is refused with 50")
    func wholeInterface() async throws {
        try await DownloadingGame.with { game in
            #expect(try await game.world.game("manage", "schedule", game.url("Whole")) == ["schedule Whole"])
            let report = try await game.world.wait("the extension's report") { game.text("Whole.report") }
            #expect(report == #"["first"] com.apple.backgroundassets.error 50"#)
        }
    }

    @Test("A13: an extension is started by the system, and by nobody else") func startedByHand() async throws {
        try await DownloadingGame.with { game in
            let executable = "Game.app/Extensions/FixtureDownloader.appex/FixtureDownloader"
            let run = try await game.world.run(game.world.folder.path(executable), [])
            #expect(run.status != 0)
            #expect(run.errors.contains("backgroundassetsd runs it"), "\(run)")
        }
    }

    @Test("B5: the delegate of an app that runs is told of the successes and failures of an update's essential files")
    func updateOfARunningApp() async throws {
        try await DownloadingGame.with(isManaged: false) { game in
            try await game.install(build: "1", content: [])
            game.server.serve("/none", [], finally: .status(404))
            try await game.world.withGame(
                "manage", "follow", "-", "manage", "cancel", game.url("nothing"), "manage", "stay", "-"
            ) { output in
                _ = try await game.world.wait("the game to run") { output().first }
                try await game.install(build: "2", content: ["one essential", "none essential"])
                _ = try await game.world.wait("the game to be told") { () -> Bool? in
                    output().contains("finished one 100000") && output().contains { $0.hasPrefix("failed none ") }
                        ? true : nil
                }
                #expect(try await game.world.app()?["build"] as? String == "2")
            }
            for name in ["one.finished", "none.failed"] { #expect(game.cached(name) == nil) }
        }
    }

    @Test("B6: at its launch an app has an essential file that failed queued again, with removingEssential()")
    func queuedAgain() async throws {
        try await DownloadingGame.with(isManaged: false) { game in
            game.server.serve("/one", [], finally: .status(404))
            try await game.install(build: "1", content: ["one essential"])
            _ = try await game.world.wait("the extension to be told") { game.text("one.failed") }
            game.server.serve("/one", game.bytes)
            let lines = try await game.world.game(
                "manage", "essential", game.url("one"), "manage", "ordinary", game.url("one"))
            #expect(lines == ["essential one com.apple.backgroundassets.error 109", "ordinary one"])
            #expect(try await game.world.wait("the file") { game.cached("one.finished") } == game.bytes)
        }
    }

    @Test("A17: an extension whose identifier does not begin with the app's is not accepted") func foreignIdentifier()
        async throws
    {
        try await DownloadingGame.with { game in
            let path = game.world.folder.path("Game.app/Extensions/FixtureDownloader.appex/Info.plist")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacing(World.bundleID + ".", with: "com.example.other.")
                .write(toFile: path, atomically: true, encoding: .utf8)
            for command in ["submit-check", "doctor"] {
                let run = try await game.world.ba(command, "Game.app")
                #expect(run.status == 78, "\(run)")
                #expect(run.output.contains("must begin with the app's"), "\(run)")
            }
        }
    }
}
