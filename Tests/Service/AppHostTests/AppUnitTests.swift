// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Logging
import SystemPackage
import SystemSupport
import Testing

@testable import AppHost

/// A real systemd of a user runs real programs.
@Suite(
    "D5: Apps as units of systemd", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: TestUserManager.isPossible, "these tests run a systemd of their own: run them as root, as CI does"))
struct AppUnitTests {
    private struct World {
        let folder: TemporaryFolder
        let manager: TestUserManager
        let lines = LoggedLines()
        var logger: Logger { Logger(label: "test") { _ in lines } }
        let launcher: AppLauncher

        init(folder: TemporaryFolder, manager: TestUserManager) {
            (self.folder, self.manager) = (folder, manager)
            let logger = Logger(label: "test") { [lines] _ in lines }
            launcher = AppLauncher(
                busAddress: manager.address, environment: ["FROM_THE_SERVICE": "yes"], logger: logger)
        }

        func start(_ script: String, _ limits: AppLimits? = .background) async throws -> AppProcess {
            let path = try folder.write("#!/bin/sh\n" + script + "\n", to: "app-\(UUID().uuidString)")
            chmod(path, 0o755)
            return try await launcher.start(
                AppLaunch(
                    bundleID: "com.example.sea-game", executable: path, directory: folder.path,
                    environment: ["WORD": "w x"], limits: limits))
        }

        func shown(_ unit: String, _ property: String) async throws -> String {
            try await manager.shown(unit, property)
        }
    }

    private func with(_ body: (World) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try await TestUserManager.with(in: folder) { try await body(World(folder: folder, manager: $0)) }
        }
    }

    @Test(
        "An app is a unit: it runs in its folder, with the login's environment and its own, and what it prints is logged"
    )
    func running() async throws {
        try await with { world in
            let process = try await world.start(
                #"echo "in $PWD with $WORD"; echo "$FROM_THE_LOGIN, ${FROM_THE_SERVICE:-no}" >&2; grep -c "app-backgroundassets-com.example.sea\\\\x2dgame@" /proc/self/cgroup >/dev/null && printf rest"#
            )
            #expect(!process.isChild && process.processID > 0)
            #expect(await process.waitUntilEnded() == .status(0))
            #expect(
                world.lines.texts == [
                    "com.example.sea-game: in \(world.folder.path) with w x", "com.example.sea-game: yes, no",
                    "com.example.sea-game: rest",
                ])
            // systemd has let go of the pipe, too.
            try await eventually { world.launcher.outputs.isEmpty }
        }
    }

    @Test(
        "How a unit ends is told",
        arguments: [("exit 3", ProcessEnd.status(3)), ("kill -SEGV $$", .signal(SIGSEGV)), ("exit 0", .status(0))])
    func ending(_ script: String, _ end: ProcessEnd) async throws {
        try await with { world in
            for _ in 0..<3 {
                let process = try await world.start(script)
                #expect(await process.waitUntilEnded() == end)
                process.kill()
                #expect(await process.waitUntilEnded() == end)
            }
        }
    }

    @Test("A unit in the background has limits, which are lifted when a person has it in front") func limits()
        async throws
    {
        try await with { world in
            let process = try await world.start("exec sleep 600")
            let name = try #require(AppUnit.name(ofProcess: process.processID))
            #expect(try await world.shown(name, "MemoryMax") == "\(1 << 30)")
            #expect(try await world.shown(name, "TasksMax") == "512")
            #expect(try await world.shown(name, "Slice") == "background.slice")
            await world.launcher.lift(process)
            #expect(try await world.shown(name, "MemoryMax") == "infinity")
            #expect(try await world.shown(name, "TasksMax") == "infinity")
            #expect(try await world.shown(name, "CPUWeight") == "100")
            process.terminate()
            #expect(await process.waitUntilEnded() == .signal(SIGTERM))
            let opened = try await world.start("exec sleep 600", nil)
            let other = try #require(AppUnit.name(ofProcess: opened.processID))
            #expect(try await world.shown(other, "MemoryMax") == "infinity")
            #expect(try await world.shown(other, "Slice") == "app.slice")
            opened.kill()
            #expect(await opened.waitUntilEnded() == .signal(SIGKILL))
        }
    }

    @Test("A unit that uses more memory than it may is ended, and that is told") func memory() async throws {
        try await with { world in
            let limits = AppLimits(memory: 32 << 20, tasks: 64)
            let process = try await world.start("exec /usr/bin/python3 -c 'x = bytearray(200 << 20)'", limits)
            let controllers = (try? String(contentsOfFile: "/sys/fs/cgroup/cgroup.controllers", encoding: .utf8)) ?? ""
            // With control groups of version 1 systemd does not hear from the kernel why that ended it.
            #expect(
                await process.waitUntilEnded()
                    == (controllers.contains("memory") ? .memory(32 << 20) : .signal(SIGKILL)))
        }
    }

    @Test("What an app has started ends with its unit; the unit itself goes on without the service") func descendants()
        async throws
    {
        try await with { world in
            let process = try await world.start("setsid sleep 600 & echo $! > part; mv part child; exec sleep 600")
            try await eventually { FileStatus(path: world.folder.path("child")) != nil }
            let text = try String(contentsOfFile: world.folder.path("child"), encoding: .utf8)
            let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            let again = try #require(
                world.launcher.adopt(
                    process.processID, startedAt: process.startedAt, of: "com.example.sea-game", limits: .background))
            again.kill()
            #expect(await again.waitUntilEnded() == .unknown)
            #expect(await process.waitUntilEnded() == .signal(SIGKILL))
            try await eventually {
                let stat = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
                return stat.isEmpty || stat.contains(") Z")
            }
        }
    }

    @Test("What an app has started that a person has opened is theirs, and stays when they quit it") func opened()
        async throws
    {
        try await with { world in
            let process = try await world.start("setsid sleep 600 & echo $! > part; mv part child; exec sleep 600", nil)
            try await eventually { FileStatus(path: world.folder.path("child")) != nil }
            let text = try String(contentsOfFile: world.folder.path("child"), encoding: .utf8)
            let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            process.terminate()
            #expect(await process.waitUntilEnded() == .signal(SIGTERM))
            let stat = try String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            #expect(!stat.contains(") Z") && !stat.contains(") X"), "\(stat)")
            kill(child, SIGKILL)
        }
    }

    @Test("What is none that can be executed is no process, and says why") func nothing() async throws {
        try await with { world in
            let launch = AppLaunch(
                bundleID: "b", executable: world.folder.path("none"), directory: world.folder.path, environment: [:],
                limits: .background)
            let error = await #expect(throws: SystemError.self) { try await world.launcher.start(launch) }
            #expect(error?.errno == .noSuchFileOrDirectory)
        }
    }

    @Test("Without systemd on the bus an app is a child, and so it is without a bus") func none() async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write("#!/bin/sh\nexit 4\n", to: "app")
            chmod(path, 0o755)
            try await TestDesktop.with(in: folder) { desktop in
                for address in [desktop.address, "unix:path=" + folder.path("nowhere"), nil] {
                    let launcher = AppLauncher(busAddress: address, environment: [:], logger: Logger(label: "test"))
                    let process = try await launcher.start(
                        AppLaunch(
                            bundleID: "b", executable: path, directory: folder.path, environment: [:],
                            limits: .background))
                    #expect(process.isChild)
                    #expect(await process.waitUntilEnded() == .status(4))
                }
            }
        }
    }

    @Test("The unit of a process is read from its groups") func names() {
        let name = AppUnit.name(of: "com.example.sea-game", number: 0xab)
        #expect(name == #"app-backgroundassets-com.example.sea\x2dgame@000000ab.service"#)
        for (text, expected) in [
            ("0::/user.slice/user-1000.slice/user@1000.service/background.slice/\(name)\n", name),
            ("9:name=systemd:/x/\(name)/payload\n0::/\n", name), ("0::/app.slice/app-gnome-other-12.scope\n", nil),
            ("", nil),
        ] { #expect(AppUnit.name(inGroups: text) == expected) }
    }
}
