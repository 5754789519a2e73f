// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import CSystemShims
import Foundation
import SystemSupport
import Testing

/// How the service comes to life and ends: by its first client, by systemd, and one of it only.
@Suite(.timeLimit(.minutes(3)))
struct ServiceLifeTests {
    /// What `ba service status` tells; nil when no service runs.
    private func status(_ world: World) async throws -> (process: pid_t, activation: String)? {
        let run = try await world.ba("service", "status", "--json")
        guard run.status == 0,
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
            let process = object["processID"] as? Int, let activation = object["activation"] as? String
        else { return nil }
        return (pid_t(process), activation)
    }

    /// Starts the service as systemd does: the listening socket is descriptor 3, and two variables say so.
    private func startWithSocket(_ world: World) throws -> pid_t {
        let environment = ProcessInfo.processInfo.environment.merging(world.environment) { _, new in new }
        try Directory.createFolders(world.folder.path("s/run"))
        // As systemd does with what stands there.
        unlink(world.socketPath)
        let socket = try OwnedDescriptor(checking: ba_listen_unix(world.socketPath, 16), "listen on", world.socketPath)
        var launcher = ProcessLauncher(
            executable: "/bin/sh",
            arguments: ["-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\"", ProgramRun.programs + "/backgroundassetsd"],
            environment: environment)
        launcher.descriptors = [socket.rawValue]
        return try launcher.start()
    }

    private func exists(_ path: String) -> Bool { FileStatus(path: path) != nil }

    private func reap(_ process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    @Test("The socket that systemd passes is served, and stays when the service ends") func socketActivation()
        async throws
    {
        try await World.with { world in
            let process = try startWithSocket(world)
            let running = try #require(try await status(world))
            #expect(running.process == process && running.activation == "socket-activated")
            try await expectSuccess(world.ba("service", "stop"))
            #expect(reap(process) == 0)
            #expect(exists(world.socketPath))
            #expect(!exists(world.folder.path("s/run/service.sock")))
            unlink(world.socketPath)
        }
    }

    @Test(
        "A service whose root or socket is removed ends, and the next client gets another one",
        arguments: ["s", "s/run"])
    func removed(_ name: String) async throws {
        try await World.with { world in
            let first = try await startForStatus(world)
            try FileManager.default.removeItem(atPath: world.folder.path(name))
            _ = try await world.wait("its end") { kill(first, 0) != 0 ? true : nil }
            let second = try await startForStatus(world)
            #expect(second != first)
            try await expectSuccess(world.ba("apps"))
        }
    }

    /// The process of the service that a client finds, or starts.
    private func startForStatus(_ world: World) async throws -> pid_t {
        try await expectSuccess(world.ba("apps"))
        return try #require(try await status(world)).process
    }

    @Test("A service that a client has started hands over to systemd's, and both never serve one root")
    func handover() async throws {
        try await World.with { world in
            try await world.pack("Level", files: ["level": Array("level".utf8)])
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            let first = try #require(try await status(world))
            #expect(first.activation == "on-demand")
            let other = world
            // A client that goes on, with the one as with the other.
            try await other.withGame("linger") { _ in
                let process = try startWithSocket(other)
                _ = try await other.wait("the first service to end") { kill(first.process, 0) != 0 ? true : nil }
                let second = try #require(try await status(other))
                #expect(second.process == process && second.activation == "socket-activated")
                #expect(exists(other.socketPath), "the first one left the socket of the second alone")
                try await expectSuccess(other.get("Level"))
                #expect(try await other.localVersion("Level") == 1)
                try await expectSuccess(other.ba("service", "stop"))
                #expect(reap(process) == 0)
                unlink(other.socketPath)
            }
        }
    }

    @Test(
        "Of many services that are started at once one stays, and a second one in the foreground says why it does not")
    func oneService() async throws {
        try await World.with { world in
            let environment = ProcessInfo.processInfo.environment.merging(world.environment) { _, new in new }
            var launcher = ProcessLauncher(
                executable: ProgramRun.programs + "/backgroundassetsd", environment: environment)
            var processes: [pid_t] = []
            for _ in 0..<6 { processes.append(try launcher.start()) }
            let running = try await world.wait("the one service") { try await status(world) }
            #expect(processes.contains(running.process))
            for process in processes where process != running.process { #expect(reap(process) == 0) }
            #expect(kill(running.process, 0) == 0)

            launcher.arguments = ["--foreground"]
            let run = try await ProgramRun.run("backgroundassetsd", ["--foreground"], environment: world.environment)
            #expect(run.status == 75 && run.errors.contains("another service has \(world.folder.path("s"))"), "\(run)")
            try await expectSuccess(world.ba("service", "stop"))
            #expect(reap(running.process) == 0)
        }
    }

    @Test("A client with another runtime folder starts no second service, and is told where the one is")
    func anotherRuntimeFolder() async throws {
        try await World.with { world in
            for name in ["one", "two", "data"] {
                try FileManager.default.createDirectory(
                    atPath: world.folder.path(name), withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o700])
            }
            func ba(_ arguments: String..., runtime: String) async throws -> ProgramRun {
                var environment = world.environment
                environment["BACKGROUND_ASSETS_ROOT"] = ""
                environment["XDG_DATA_HOME"] = world.folder.path("data")
                environment["XDG_RUNTIME_DIR"] = world.folder.path(runtime)
                return try await ProgramRun.run("ba", arguments, environment: environment, directory: world.folder.path)
            }
            try await expectSuccess(ba("apps", runtime: "one"))
            let refused = try await ba("apps", runtime: "two")
            #expect(refused.status != 0)
            for part in ["is the service of", world.folder.path("one"), "XDG_RUNTIME_DIR"] {
                #expect(refused.errors.contains(part), "\(refused)")
            }
            #expect(!exists(world.folder.path("two/background-assets/service.socket")))
            try await expectSuccess(ba("apps", runtime: "one"))
            try await expectSuccess(ba("service", "stop", runtime: "one"))
            // When the one has ended, which takes a moment, the other may be it.
            try await eventually { try await ba("apps", runtime: "two").status == 0 }
            try await expectSuccess(ba("service", "stop", runtime: "two"))
        }
    }

    @Test(
        "A variable with a value that means nothing is named in the log",
        arguments: [
            ("BACKGROUND_ASSETS_CONFINEMENT", "landlok", "landlock, bubblewrap, none"),
            ("BACKGROUND_ASSETS_METERING", "process", "processes"),
        ])
    func misspeltVariables(_ name: String, _ value: String, _ values: String) async throws {
        try await World.with { world in
            try world.take(ExtensionCare(testDescription: value, variables: [name: value]))
            try await expectSuccess(world.ba("apps"))
            #expect(
                world.serviceLog.contains("\(name) cannot be \"\(value)\" and is ignored: it may be \(values)"),
                "\(world.serviceLog)")
        }
    }

    @Test("Who follows the log of a service that is killed goes on with that of the next one") func followedLog()
        async throws
    {
        try await World.with { world in
            let path = world.folder.path("log")
            try world.folder.write("", to: "log")
            let process = TestProcess()
            process.executableURL = URL(fileURLWithPath: ProgramRun.programs + "/ba")
            process.arguments = ["logs", "-f"]
            process.environment = ProcessInfo.processInfo.environment.merging(world.environment) { _, new in new }
            process.standardOutput = FileHandle(forWritingAtPath: path)
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.run()
            defer { process.terminate() }
            let (other, first) = (world, try await world.wait("the service") { try await status(world) })
            func starts() throws -> [Substring] {
                try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter {
                    $0.contains(" started ")
                }
            }
            _ = try await world.wait("its log") { try starts().count == 1 ? true : nil }
            kill(first.process, SIGKILL)
            _ = try await other.wait("the log of the next one") { try starts().count == 2 ? true : nil }
            let second = try #require(try await status(other))
            #expect(second.process != first.process)
            // One that is stopped is not started again for it.
            try await expectSuccess(other.ba("service", "stop"))
            process.waitUntilExit()
            #expect(process.terminationStatus == 69 && !exists(other.socketPath))
        }
    }

    @Test("A service with nothing to do ends by itself, with its socket, and the next client starts another")
    func idling() async throws {
        try await World.with { world in
            try await expectSuccess(world.ba("settings", "idle-timeout", "1"))
            let first = try #require(try await status(world))
            _ = try await world.wait("the idle service to end") { kill(first.process, 0) != 0 ? true : nil }
            #expect(!exists(world.socketPath))
            // `ba service status` alone starts none.
            #expect(try await world.ba("service", "status").status == 69)
            try await expectSuccess(world.ba("apps"))
            let second = try #require(try await status(world))
            #expect(second.process != first.process)
        }
    }
}
