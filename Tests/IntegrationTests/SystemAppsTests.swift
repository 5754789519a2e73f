// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Apps that packages of the distribution register for every user.
@Suite(.timeLimit(.minutes(5)))
struct SystemAppsTests {
    /// Registers `Game.app`, as a package's build does, in the folder that the world's service reads.
    private func register(_ world: World, version: String = "1.0") async throws {
        try makeBundle(world, version: version)
        try await expectSuccess(
            world.ba("register", "--system", "--root", world.folder.path("root"), "/usr/lib/game/Game.app"))
        // On a target system the bundle lies at the path that the file names.
        let name = "\(World.bundleID).json"
        let text = try String(
            contentsOfFile: world.folder.path("root/usr/share/background-assets/apps.d/\(name)"), encoding: .utf8)
        let path = world.folder.path("root/usr/lib/game/Game.app")
        try world.folder.write(text.replacing("/usr/lib/game/Game.app", with: path), to: "apps.d/\(name)")
    }

    private func makeBundle(_ world: World, version: String) throws {
        let bundle = "root/usr/lib/game/Game.app"
        let build = "<key>CFBundleVersion</key><string>1</string>"
        try world.folder.write(SampleApp.info(build, version: version), to: "\(bundle)/Info.plist")
        let script = try world.folder.write("#!/bin/sh\necho version \(version)\n", to: "\(bundle)/Game")
        chmod(script, 0o755)
    }

    private func waitUntilReady(_ world: World, version: String) async throws {
        _ = try await world.wait("the app") {
            let app = try await world.app()
            return app?["state"] as? String == "ready" && app?["version"] as? String == version ? true : nil
        }
    }

    @Test("A drop-in registers its bundle where it lies, and takes it along when it goes")
    func aDropInRegistersItsBundle() async throws {
        try await World.with { world in
            world.additions["BACKGROUND_ASSETS_APPS_FOLDER"] = world.folder.path("apps.d")
            #expect(try await world.app() == nil)
            // The service runs already: it looks again when apps are listed.
            try await register(world)
            try await waitUntilReady(world, version: "1.0")
            #expect(try await world.app()?["origin"] as? String == "system")
            #expect(try await world.game("x") == ["version 1.0"])
            let copied = try FileManager.default.contentsOfDirectory(atPath: world.folder.path("s/apps"))
            #expect(copied == [])

            // The package is updated: other files at the same place.
            try makeBundle(world, version: "2.0")
            try await waitUntilReady(world, version: "2.0")
            #expect(try await world.game("x") == ["version 2.0"])

            // A person cannot take away what the drop-in would bring back.
            let refused = try await world.ba("uninstall", World.bundleID)
            #expect(refused.status != 0 && refused.errors.contains("came with a package"), "\(refused.errors)")

            // It is there after a restart of the service, and goes with its drop-in.
            try await expectSuccess(world.ba("service", "stop"))
            #expect(try await world.game("x") == ["version 2.0"])
            try FileManager.default.removeItem(atPath: world.folder.path("apps.d/\(World.bundleID).json"))
            #expect(try await world.app() == nil)
            #expect(FileManager.default.fileExists(atPath: world.folder.path("root/usr/lib/game/Game.app/Game")))
        }
    }

    @Test("A broken drop-in is named and harms nothing") func aBrokenDropInIsNamed() async throws {
        try await World.with { world in
            world.additions["BACKGROUND_ASSETS_APPS_FOLDER"] = world.folder.path("apps.d")
            let broken: [(String, String, String)] = [
                ("com.example.a.json", "{", "it is no JSON object"),
                ("com.example.b.json", #"{"formatVersion": 2}"#, "its formatVersion is 2"),
                (
                    "com.example.c.json", #"{"bundleID": "com.example.d", "formatVersion": 1, "path": "/x"}"#,
                    "its own name must be com.example.d.json"
                ),
                (
                    "com.example.e.json", #"{"bundleID": "com.example.e", "formatVersion": 1, "path": "x/E.app"}"#,
                    "is not absolute"
                ),
                (
                    "com.example.f.json", #"{"bundleID": "com.example.f", "formatVersion": 1, "path": "/nowhere"}"#,
                    "there is no bundle at /nowhere"
                ),
            ]
            for (name, text, _) in broken { try world.folder.write(text, to: "apps.d/\(name)") }
            try await register(world)
            try await waitUntilReady(world, version: "1.0")
            let doctor = try await world.ba("doctor")
            #expect(doctor.status == 78)
            for (name, _, reason) in broken {
                #expect(
                    doctor.output.split(separator: "\n").contains { $0.contains(name) && $0.contains(reason) },
                    "\(name): \(doctor.output)")
                #expect(world.serviceLog.contains(name))
            }
            // One that was whole and is broken now leaves its app alone.
            try world.folder.write("", to: "apps.d/\(World.bundleID).json")
            #expect(try await world.game("x") == ["version 1.0"])
        }
    }

    @Test("An app that a person installed is not taken over by a drop-in") func aPersonsAppIsNotTakenOver() async throws
    {
        try await World.with { world in
            world.additions["BACKGROUND_ASSETS_APPS_FOLDER"] = world.folder.path("apps.d")
            try world.folder.write(SampleApp.tar(version: "0.9").bytes, to: "Game.tar")
            try await expectSuccess(world.ba("install", "Game.tar"))
            try await register(world)
            let doctor = try await world.ba("doctor")
            #expect(doctor.output.contains("installed already (origin: local)"), "\(doctor.output)")
            #expect(try await world.game("x") == ["version 0.9"])
            try await expectSuccess(world.ba("uninstall", World.bundleID))
            try await waitUntilReady(world, version: "1.0")
        }
    }
}
