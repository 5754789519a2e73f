// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The example in C, as it is in Examples/CGame: built by its Makefile with what pkg-config says.
@Suite(.timeLimit(.minutes(5)))
struct CGameTests {
    private static let bundleID = "com.example.cgame"

    private func play(_ world: World, _ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            "ba", ["launch", Self.bundleID, "--"] + arguments, environment: world.environment,
            directory: world.folder.path)
    }

    /// Builds game and packs.
    private func build(in world: World) async throws {
        try CClient.install(in: world)
        let example = world.folder.path("CGame")
        try FileManager.default.createDirectory(atPath: example, withIntermediateDirectories: true)
        for name in ["Makefile", "game.c", "Info.plist", "Packs", "Assets"] {
            try FileManager.default.copyItem(
                atPath: "\(CClient.repository)/Examples/CGame/\(name)", toPath: "\(example)/\(name)")
        }
        let inherited = ProcessInfo.processInfo.environment["PATH"] ?? ""
        try await expectSuccess(
            ProgramRun.run(
                "/usr/bin/make",
                [
                    "--silent", "all", "packs", "bundle", "CFLAGS=-Werror",
                    "LDFLAGS=-Wl,-rpath," + world.folder.path("lib"),
                ],
                environment: [
                    "PATH": ProgramRun.programs + ":" + inherited,
                    "PKG_CONFIG_PATH": world.folder.path("lib/pkgconfig"),
                ].merging(world.environment) { $1 }, directory: example))
        try FileManager.default.moveItem(atPath: example + "/Build/Packs", toPath: world.folder.path("packs"))
    }

    @Test("C9: a game in C is built, bundled, installed and played") func played() async throws {
        try await World.with { world in
            try await build(in: world)
            try await world.serve()
            try await expectSuccess(world.ba("install", "CGame/Build/CGame.app"))

            // The essential pack is there at the first launch, the other one is fetched.
            #expect(try await expectSuccess(play(world)).output.contains("The Harbor"))
            let unfetched = try await expectSuccess(play(world, "--storage")).output
            #expect(unfetched.contains("Lighthouse: not on this device"), "\(unfetched)")
            let first = try await expectSuccess(play(world, "--play", "lighthouse")).output
            #expect(first.contains("Fetching Lighthouse") && first.contains("The Lighthouse"), "\(first)")
            #expect(first.contains("Far out a horn answers."), "\(first)")
            let second = try await expectSuccess(play(world, "--play", "lighthouse")).output
            #expect(!second.contains("Fetching") && second.contains("The Lighthouse"), "\(second)")
            let fetched = try await expectSuccess(play(world, "--storage")).output
            #expect(fetched.contains("Harbor: ") && !fetched.contains("not on this device"), "\(fetched)")

            // Gone, and fetched in vain from a server that is not there.
            try await expectSuccess(play(world, "--leave"))
            world.stopServer()
            let offline = try await play(world, "--play", "lighthouse")
            #expect(offline.status == 1 && offline.errors.contains("cgame: "), "\(offline)")
            #expect(try await expectSuccess(play(world, "--play", "harbor")).output.contains("The Harbor"))
        }
    }

    @Test("C9: Ctrl-C ends a download of which nothing comes") func interrupted() async throws {
        try await World.with { world in
            try await build(in: world)
            try await FaultServer.with { server in
                try await world.use(server)
                try await world.publish(on: server)
                try await expectSuccess(world.ba("install", "CGame/Build/CGame.app"))
                server.serve(
                    "/Lighthouse.aar", try world.bytes(of: "packs/Lighthouse.aar"), finally: .stall(after: 0))
                async let playing = play(world, "--play", "lighthouse")
                await server.wait { $0.stalledCount == 1 }
                for process in try world.processes(of: "cgame") { kill(process, SIGINT) }
                let run = try await playing
                #expect(run.status == 1 && run.errors.contains("cancelled"), "\(run)")
                server.release()
                #expect(try await expectSuccess(world.ba("downloads")).output.contains("Lighthouse") == false)
            }
        }
    }
}
