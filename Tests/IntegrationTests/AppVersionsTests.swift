// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Versions of an app beside each other.
@Suite(.timeLimit(.minutes(5)))
struct AppVersionsTests {
    private func install(_ version: String, _ world: World, _ options: String...) async throws -> ProgramRun {
        try world.folder.write(SampleApp.tar(version: version).bytes, to: "Game.tar")
        return try await ProgramRun.run(
            "ba", ["install", "Game.tar"] + options, environment: world.environment, directory: world.folder.path)
    }

    private func folders(_ world: World) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: world.folder.path("s/apps/\(World.bundleID)")).sorted()
    }

    /// Starts the app and lets it run until its input ends.
    private func start(_ world: World) throws -> (TestProcess, Pipe) {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: ProgramRun.programs + "/ba")
        process.arguments = ["launch", World.bundleID, "--", "wait"]
        process.environment = ProcessInfo.processInfo.environment.merging(world.environment) { _, new in new }
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle(forWritingAtPath: try world.folder.write("", to: "running.txt"))
        try process.run()
        return (process, input)
    }

    @Test("A version is kept until its processes have ended, over a restart of the service too")
    func aVersionIsKeptUntilItsProcessesHaveEnded() async throws {
        try await World.with { world in
            try await expectSuccess(install("1.0", world))
            let (process, input) = try start(world)
            _ = try await world.wait("the app to run") {
                try String(contentsOfFile: world.folder.path("running.txt"), encoding: .utf8).isEmpty ? nil : true
            }
            try await expectSuccess(install("2.0", world))
            #expect(try await world.game("x") == ["version 2.0"])
            #expect(try folders(world) == ["1.0-0", "2.0-0"])
            // The same number again, while the first one is in use: beside it.
            try await expectSuccess(install("1.0", world, "--allow-downgrade"))
            #expect(try await world.game("x") == ["version 1.0"])
            _ = try await world.wait("2.0 to go") { try folders(world).count == 2 ? true : nil }
            #expect(try folders(world) == ["1.0-0", "1.0-0_2"])

            try await world.killService()
            #expect(try await world.game("x") == ["version 1.0"])
            #expect(try folders(world) == ["1.0-0", "1.0-0_2"])
            #expect(process.isRunning)

            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            _ = try await world.wait("the old version to go") { try folders(world) == ["1.0-0_2"] ? true : nil }
            #expect(try await world.game("x") == ["version 1.0"])
        }
    }

    @Test("The old version can be launched until the new one is whole") func theOldVersionCanBeLaunched() async throws {
        try await World.with { world in
            try await FaultServer.with { server async throws in
                try world.folder.write(server.authorityPEM, to: "ca.pem")
                try await expectSuccess(world.ba("trust", "ca.pem"))
                server.serve("/Game.tar", SampleApp.tar().bytes)
                try await expectSuccess(world.ba("install", server.url("/Game.tar")))
                server.serve(
                    "/Game.tar", SampleApp.tar(version: "2.0", size: 4_000_000).bytes,
                    faults: [.stall(after: 2_000_000)])
                let (url, other) = (server.url("/Game.tar"), world)
                async let updating = other.ba("install", url)
                // One that is let go on before it stalls stalls for ever.
                await server.wait { $0.stalledCount == 1 }
                _ = try await world.wait("the update to begin") {
                    try await world.app()?["state"] as? String == "updating" ? true : nil
                }
                #expect(try await world.game("x") == ["version 1.0"])
                server.release()
                let updated = try await updating
                try expectSuccess(updated)
                #expect(try await world.game("x") == ["version 2.0"])
            }
        }
    }

    @Test("The same version is nothing to do, and an older one is refused") func olderVersionsAreRefused() async throws
    {
        try await World.with { world in
            try await expectSuccess(install("1.10", world))
            let same = try await expectSuccess(install("1.10", world))
            #expect((same.output + same.errors).contains("1.10 (0) is installed already"), "\(same)")
            let older = try await install("1.9", world)
            #expect(older.status != 0 && older.errors.contains("older than the installed 1.10"), "\(older.errors)")
            #expect(older.errors.contains("--allow-downgrade"))
            #expect(try await world.game("x") == ["version 1.10"])
            #expect(try folders(world) == ["1.10-0"])
            try await expectSuccess(install("1.9", world, "--allow-downgrade"))
            #expect(try await world.game("x") == ["version 1.9"])
            _ = try await world.wait("the other to go") { try folders(world) == ["1.9-0"] ? true : nil }
        }
    }

    @Test("An app that was built again with the same version is taken over, from an archive and from a folder")
    func builtAgain() async throws {
        try await World.with { world in
            try await expectSuccess(install("1.0", world))
            var tar = SampleApp.tar(version: "1.0")
            tar.add("Game.app/new.txt", "from an archive")
            try world.folder.write(tar.bytes, to: "Game.tar")
            let taken = try await expectSuccess(world.ba("install", "Game.tar"))
            #expect(!(taken.output + taken.errors).contains("already"), "\(taken)")
            try await waitForNews("from an archive", world)
            let bundle = world.folder.path("Game.app")
            try FileManager.default.copyItem(atPath: try bundles(world)[0], toPath: bundle)
            let same = try await expectSuccess(world.ba("install", "Game.app"))
            #expect((same.output + same.errors).contains("1.0 (0) is installed already"), "\(same)")
            try world.folder.write("from a folder!!", to: "Game.app/new.txt")
            let again = try await expectSuccess(world.ba("install", "Game.app"))
            #expect(!(again.output + again.errors).contains("already"), "\(again)")
            try await waitForNews("from a folder!!", world)
            #expect(try await world.game("x") == ["version 1.0"])
        }
    }

    @Test("An archive that is broken behind its Info.plist is refused, also when it names the installed version")
    func brokenArchive() async throws {
        try await World.with { world in
            try await expectSuccess(install("1.0", world))
            try world.folder.write(Array(SampleApp.tar().bytes.prefix(200_000)), to: "Game.tar")
            let broken = try await world.ba("install", "Game.tar")
            #expect(broken.status != 0, "\(broken)")
            #expect(try await world.game("x") == ["version 1.0"])
        }
    }

    private func bundles(_ world: World) throws -> [String] {
        try folders(world).map { world.folder.path("s/apps/\(World.bundleID)/\($0)/\(World.bundleID).app") }
    }

    /// Waits until there is one bundle, which says this.
    private func waitForNews(_ text: String, _ world: World) async throws {
        _ = try await world.wait("the one before it to go") { try bundles(world).count == 1 ? true : nil }
        #expect(try String(contentsOfFile: bundles(world)[0] + "/new.txt", encoding: .utf8) == text)
    }
}
