// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

/// `ba quit` with real processes.
@Suite("Quitting apps", .timeLimit(.minutes(5))) struct QuitTests {
    private struct Reply: Decodable {
        var ended: [Int32]
        var killed: [Int32]
    }

    private func quit(_ world: World) async throws -> Reply {
        let run = try await expectSuccess(world.ba("quit", World.bundleID, "--json"))
        return try JSONDecoder().decode(Reply.self, from: Data(run.output.utf8))
    }

    @Test("A2: the processes of an app are ended; one that does not run is quit all the same") func processes()
        async throws
    {
        try await World.with { world in
            try await world.makeApp()
            try await expectSuccess(world.ba("register", world.folder.path("Game.app")))
            try await world.withGame("control", "hold") { output in
                let pid = try await world.wait("the game to run") {
                    output().first { $0.hasPrefix("holding ") }?.split(separator: " ").last.flatMap { Int32($0) }
                }
                let reply = try await quit(world)
                #expect(reply.ended == [pid])
                #expect(reply.killed == [])
            }
            #expect(try await quit(world).ended == [])
            let run = try await world.ba("quit", "com.example.none")
            #expect(run.status != 0)
            #expect(run.errors.contains("com.example.none"))
        }
    }

    @Test("A2: an app that never spoke to the service is ended, and what it has started") func silentApp() async throws
    {
        try await World.with { world in
            try await world.makeApp()
            let executable = world.folder.path("Game.app/FixtureGame")
            try FileManager.default.removeItem(atPath: executable)
            try world.folder.write("#!/bin/sh\n(exec sleep 600) &\necho started\nwait\n", to: "Game.app/FixtureGame")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: executable)
            try await expectSuccess(world.ba("register", world.folder.path("Game.app")))
            try await world.withProgram("ba", ["launch", World.bundleID]) { output in
                _ = try await world.wait("the app to run") { output().contains("started") ? true : nil }
                let reply = try await quit(world)
                #expect(reply.ended.count == 2 && reply.killed == [], "\(reply)")
            }
            #expect(try await quit(world).ended == [])
        }
    }

    @Test("A2: whoever quits the app that it was started by gets its answer") func fromWithin() async throws {
        try await World.with { world in
            try await world.makeApp()
            try await expectSuccess(world.ba("register", world.folder.path("Game.app")))
            let quitting = [ProgramRun.programs + "/ba", "quit", World.bundleID]
            let run = try await expectSuccess(world.run("ba", ["run", "--app", World.bundleID, "--"] + quitting))
            #expect(run.errors.contains("did not run"), "\(run)")
        }
    }

    @Test("One that does not end when it is asked to is killed") func stubbornProcess() async throws {
        try await World.with { world in
            try await world.makeApp()
            try await expectSuccess(world.ba("register", world.folder.path("Game.app")))
            try await world.withGame("stubborn", "-", "control", "hold") { output in
                let pid = try await world.wait("the game to run") {
                    output().first { $0.hasPrefix("holding ") }?.split(separator: " ").last.flatMap { Int32($0) }
                }
                #expect(try await quit(world).killed == [pid])
            }
        }
    }

    /// Tells which signals it has blocked and ignores, and asks itself to end.
    private static let program = """
        #!/bin/sh
        grep -E '^Sig(Blk|Ign):' /proc/self/status
        kill -TERM $$
        echo survived
        """

    @Test("A1: an app begins with no signal blocked or ignored, so that it can be asked to end") func signals()
        async throws
    {
        try await World.with { world in
            try await world.makeApp()
            let executable = world.folder.path("Game.app/FixtureGame")
            try FileManager.default.removeItem(atPath: executable)
            try world.folder.write(Self.program, to: "Game.app/FixtureGame")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: executable)
            try await expectSuccess(world.ba("register", "Game.app"))
            let commands = [
                ["launch", World.bundleID], ["run", "--app", World.bundleID, "--", "/bin/sh", executable],
            ]
            for command in commands {
                let run = try await world.run("ba", command)
                #expect(run.status == -SIGTERM, "\(command): \(run)")
                let masks = run.output.split(separator: "\n").compactMap { UInt64($0.suffix(16), radix: 16) }
                #expect(masks.count == 2, "\(command): \(run)")
                // The C library keeps two signals above these to itself, and lets nobody say what becomes of them.
                #expect(masks.allSatisfy { $0 & 0x7fff_ffff == 0 }, "\(command): \(run)")
            }
        }
    }

    @Test("A page that is asked to end, as by Ctrl-C, ends with the status for that") func page() async throws {
        try await World.with { world in
            // Ctrl-C itself is ignored in what a shell runs beside it.
            let script = """
                mkfifo lines && exec 3<>lines
                "$0" page --no-open >&3 &
                read -r line <&3 && kill -TERM $! && wait $!
                """
            let run = try await world.run("/bin/sh", ["-c", script, ProgramRun.programs + "/ba"])
            #expect(run.status == 130, "\(run)")
            #expect(!run.errors.contains("error"), "\(run)")
        }
    }
}
