// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Signing, installing and updating as people do, with the real programs.
@Suite(.timeLimit(.minutes(5)))
struct SigningTests {
    private func with(_ body: (inout World) async throws -> Void) async throws {
        try await World.with { world in
            world.additions["XDG_CONFIG_HOME"] = world.folder.path("config")
            try await body(&world)
        }
    }

    private func fingerprint(_ world: World, _ team: String) async throws -> String {
        let run = try await expectSuccess(world.ba("team", "show", team, "--json"))
        let record = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        return record?["fingerprint"] as? String ?? ""
    }

    @Test("A17: an app is signed, submitted, installed, and updated by its own team only") func theLifeOfASignedApp()
        async throws
    {
        try await with { world in
            for team in ["studio", "others"] { try await expectSuccess(world.ba("team", "new", team)) }
            let studio = try await fingerprint(world, "studio")
            try await world.makeApp()
            #expect(try await world.ba("submit-check", "Game.app").status == 78)
            try await expectSuccess(world.ba("sign", "Game.app", "--team", "studio"))
            let check = try await expectSuccess(world.ba("submit-check", "Game.app"))
            #expect(check.output.contains(studio) && check.output.contains("would be accepted"), "\(check.output)")
            let installed = try await expectSuccess(world.ba("install", "Game.app"))
            #expect(installed.errors.contains("It is signed by team \(studio)."), "\(installed.errors)")
            #expect(try await world.app()?["team"] as? String == studio)
            // The extension runs from the copy that was verified, and the executable has its bit again.
            let doctor = try await world.ba("doctor", World.bundleID)
            #expect(doctor.output.contains("it is signed by team \(studio)"), "\(doctor.output)")
            #expect(!doctor.output.contains("not executable"), "\(doctor.output)")

            // The same version of somebody else is no more welcome than a new one.
            try await expectSuccess(world.ba("sign", "Game.app", "--team", "others"))
            let stranger = try await world.ba("install", "Game.app")
            #expect(stranger.status == 77 && stranger.errors.contains("ba uninstall"), "\(stranger.errors)")
            #expect(try await world.app()?["team"] as? String == studio)

            try await world.makeApp(build: "2")
            let unsigned = try await world.ba("install", "Game.app")
            #expect(unsigned.status == 77 && unsigned.errors.contains("is not signed"), "\(unsigned.errors)")
            try await expectSuccess(world.ba("sign", "Game.app", "--team", "others"))
            let other = try await world.ba("install", "Game.app")
            #expect(other.status == 77 && other.errors.contains("ba uninstall \(World.bundleID)"), "\(other.errors)")
            let refused = try await world.ba("doctor", "Game.app")
            #expect(refused.status == 78 && refused.output.contains("which alone may update it"), "\(refused.output)")
            try await expectSuccess(world.ba("sign", "Game.app", "--team", "studio"))
            try world.folder.write("more", to: "Game.app/Extensions/FixtureDownloader.appex/more")
            let changed = try await world.ba("install", "Game.app")
            #expect(changed.status == 65, "\(changed.errors)")
            #expect(changed.errors.contains("FixtureDownloader.appex/more: it was added"), "\(changed.errors)")
            #expect(try await world.app()?["build"] as? String == "1")
            try await expectSuccess(world.ba("sign", "Game.app", "--team", "studio"))
            try await expectSuccess(world.ba("install", "Game.app"))
            #expect(try await world.app()?["build"] as? String == "2")

            try await expectSuccess(world.ba("uninstall", World.bundleID))
            try await expectSuccess(world.ba("sign", "Game.app", "--team", "others"))
            try await expectSuccess(world.ba("install", "Game.app"))
        }
    }

    @Test("A17: a key is moved to another machine by standard input") func keysAreMoved() async throws {
        try await with { world in
            try await expectSuccess(world.ba("team", "new", "studio"))
            try await expectSuccess(world.ba("team", "export", "studio", "-o", "studio.pem"))
            var environment = world.environment
            environment["XDG_CONFIG_HOME"] = world.folder.path("machine")
            let script = "\"$0/ba\" team import ci - --json < studio.pem"
            let run = try await ProgramRun.run(
                "/bin/sh", ["-c", script, ProgramRun.programs], environment: environment, directory: world.folder.path)
            try expectSuccess(run)
            #expect(run.output.contains(try await fingerprint(world, "studio")))
        }
    }

    @Test("A17: a package of the system is installed though its signature is broken, and said to be so")
    func systemApps() async throws {
        try await with { world in
            world.additions["BACKGROUND_ASSETS_APPS_FOLDER"] = world.folder.path("apps.d")
            try await expectSuccess(world.ba("team", "new", "studio"))
            try await world.makeApp()
            try await expectSuccess(world.ba("sign", "Game.app", "--team", "studio"))
            let entry =
                #"{"bundleID": "com.example.game", "formatVersion": 1, "path": "\#(world.folder.path("Game.app"))"}"#
            try world.folder.write("stripped", to: "Game.app/data")
            try world.folder.write(entry, to: "apps.d/com.example.game.json")
            _ = try await world.wait("the app") { try await world.app()?["state"] as? String == "ready" ? true : nil }
            #expect(try await world.app()?["team"] == nil)
            let doctor = try await world.ba("doctor", World.bundleID)
            #expect(doctor.output.contains("warning data: it was added after"), "\(doctor.output)")
        }
    }

    @Test("A11, B14: an app that names sizes asks in a terminal, and needs --yes without one") func consent()
        async throws
    {
        try await with { world in
            let sizes = """
                <key>BAMaxInstallSize</key><integer>2000000000</integer>
                <key>BAEssentialMaxInstallSize</key><integer>30000000</integer>
                """
            try await world.pack(
                "Tutorial", policy: #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#,
                files: ["film": Array("film".utf8)])
            try await world.serve()
            try await world.makeApp(keys: sizes)
            let refused = try await world.ba("install", "Game.app")
            #expect(refused.status == 77 && refused.errors.contains("`ba install SOURCE --yes`"), "\(refused.errors)")
            #expect(
                refused.errors.contains("essential assets up to 30 MB, other assets up to 2 GB"), "\(refused.errors)")
            #expect(world.requests.isEmpty)
            #expect(try await world.app() == nil)

            func atTerminal(_ answer: String, meanwhile: [String] = []) async throws -> ProgramRun {
                // A yes from before the sizes were shown is none.
                try await TerminalRun.run(
                    [ProgramRun.programs + "/ba", "install", "Game.app"], prompt: "[y/N]", typedAhead: "y\n",
                    meanwhile: meanwhile, answer: answer, environment: world.environment, directory: world.folder.path)
            }
            let declined = try await atTerminal("n")
            #expect(declined.status == 1, "\(declined.output)")
            #expect(
                declined.output.contains("other assets") && declined.output.contains("up to 2 GB"), "\(declined.output)"
            )
            #expect(try await world.app() == nil)
            #expect(world.requests.isEmpty)
            try expectSuccess(try await atTerminal("y"))
            #expect(try await world.localVersion("Tutorial") == 1)
            try await expectSuccess(world.ba("uninstall", World.bundleID))
            try await expectSuccess(world.ba("install", "Game.app", "--yes"))
            try await expectSuccess(world.ba("uninstall", World.bundleID))
            // Who answers "no" when somebody else has said yes meanwhile ends nothing.
            let late = try await atTerminal(
                "n", meanwhile: [ProgramRun.programs + "/ba", "install", "Game.app", "--yes"])
            #expect(late.output.contains("[y/N]"), "\(late.output)")
            #expect(try await world.app() != nil, "\(late.output)")
            #expect(try await world.localVersion("Tutorial") == 1)
        }
    }
}
