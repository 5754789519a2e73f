// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppHost
import AssetTestSupport
import Foundation
import Glibc
import Logging
import ProcessSupervision
import SystemSupport
import Testing

/// Processes of apps in the background.
@Suite("Processes of apps", .timeLimit(.minutes(1))) struct AppProcessTests {
    /// SCHED_BATCH, of sched(7).
    private static let batch: Int32 = 3

    private struct World {
        let folder: TemporaryFolder
        let lines = LoggedLines()
        var logger: Logger { Logger(label: "test") { _ in lines } }

        var launcher: AppLauncher {
            AppLauncher(
                busAddress: nil, environment: ["LOGIN": "l", "NOTIFY_SOCKET": "s", "BACKGROUND_ASSETS_TIMER": "t"],
                logger: logger)
        }

        func start(
            _ script: String, environment: [String: String] = [:], limits: AppLimits? = nil
        ) async throws -> AppProcess {
            let path = try folder.write("#!/bin/sh\n" + script + "\n", to: "app-\(UUID().uuidString)")
            chmod(path, 0o755)
            return try await launcher.start(
                AppLaunch(
                    bundleID: "com.example.app", executable: path, directory: folder.path, environment: environment,
                    limits: limits))
        }

        /// What a script has written, as soon as it has.
        func text(_ name: String) async throws -> String {
            try await eventually { FileStatus(path: folder.path(name)) != nil }
            return try String(contentsOfFile: folder.path(name), encoding: .utf8)
        }
    }

    private func with(_ body: (World) async throws -> Void) async throws {
        try await TemporaryFolder.with { try await body(World(folder: $0)) }
    }

    @Test("An app runs in its folder and environment, and what it prints is logged") func running() async throws {
        try await with { world in
            let process = try await world.start(
                #"echo "in $PWD with $WORD"; echo and more >&2; printf rest"#, environment: ["WORD": "w"])
            #expect(await process.waitUntilEnded() == .status(0))
            let path = world.folder.path
            #expect(
                world.lines.texts == [
                    "com.example.app: in \(path) with w", "com.example.app: and more", "com.example.app: rest",
                ])
        }
    }

    @Test(
        "How an app ends is told", arguments: [("exit 3", ProcessEnd.status(3)), ("kill -SEGV $$", .signal(SIGSEGV))])
    func ending(_ script: String, _ end: ProcessEnd) async throws {
        try await with { world in
            let process = try await world.start(script)
            #expect(await process.waitUntilEnded() == end)
            // Whoever asks later hears the same, and signals go nowhere.
            process.kill()
            #expect(await process.waitUntilEnded() == end)
        }
    }

    @Test("An app has of the service's environment what the login has set, and nothing that is the service's")
    func surroundings() async throws {
        try await with { world in
            let process = try await world.start(
                #"echo "$LOGIN ${NOTIFY_SOCKET:-none} ${BACKGROUND_ASSETS_TIMER:-none} $BACKGROUND_ASSETS_ROOT""#,
                environment: ["BACKGROUND_ASSETS_ROOT": "r"])
            #expect(await process.waitUntilEnded() == .status(0))
            #expect(world.lines.texts == ["com.example.app: l none none r"])
        }
    }

    @Test("An app in the background that uses more than it may is ended, and that is told")
    func excess() async throws {
        try await with { world in
            let limits = AppLimits(memory: 64 << 20, tasks: 16)
            let hungry = try await world.start(
                "exec /usr/bin/python3 -c 'import time; x = bytearray(200 << 20); time.sleep(600)'", limits: limits)
            #expect(await hungry.waitUntilEnded() == .memory(64 << 20))
            let busy = try await world.start("for n in $(seq 20); do sleep 600 & done; wait", limits: limits)
            #expect(await busy.waitUntilEnded() == .tasks(16))
        }
    }

    @Test("Behind what a person waits for until they have it in front, and without limits from then on")
    func lifted() async throws {
        try await with { world in
            let process = try await world.start(
                "while ! [ -e go ]; do sleep 0.01; done; exec /usr/bin/python3 -c 'import time; x = bytearray(200 << 20); time.sleep(1.2); open(\"grown\", \"w\"); time.sleep(600)'",
                limits: AppLimits(memory: 64 << 20, tasks: 16))
            #expect(sched_getscheduler(process.processID) == Self.batch)
            await world.launcher.lift(process)
            #expect(sched_getscheduler(process.processID) == 0)
            try world.folder.write("", to: "go")
            _ = try await world.text("grown")
            #expect(!process.hasEnded)
            process.kill()
            #expect(await process.waitUntilEnded() == .signal(SIGKILL))
        }
    }

    @Test("What is none that can be executed is no process") func nothing() async throws {
        try await with { world in
            let launch = AppLaunch(
                bundleID: "b", executable: world.folder.path("none"), directory: world.folder.path, environment: [:],
                limits: nil)
            await #expect(throws: SystemError.self) { try await world.launcher.start(launch) }
        }
    }

    @Test("An app is suspended, goes on, and is asked to end while it is suspended") func suspending() async throws {
        try await with { world in
            let process = try await world.start(
                #"trap 'echo asked; exit 7' TERM; echo $$ > started; while :; do sleep 0.02; done"#)
            _ = try await world.text("started")
            #expect(!process.isSuspended)
            process.suspend()
            try await eventually { process.isSuspended }
            process.resume()
            try await eventually { !process.isSuspended }
            process.suspend()
            process.terminate()
            #expect(await process.waitUntilEnded() == .status(7))
            #expect(world.lines.texts == ["com.example.app: asked"])
        }
    }

    /// Starts an app that starts another program, and ends.
    ///
    /// - Returns: the process of that program.
    private func startLeaving(_ world: World, _ limits: AppLimits?) async throws -> pid_t {
        let process = try await world.start("sleep 600 & echo $! > part; mv part child; exit 0", limits: limits)
        #expect(await process.waitUntilEnded() == .status(0))
        return try #require(pid_t(try await world.text("child").trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test("What an app has started that a person has opened is theirs, and stays when that ends") func opened()
        async throws
    {
        try await with { world in
            let child = try await startLeaving(world, nil)
            let stat = try String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            #expect(!stat.contains(") Z") && !stat.contains(") X"), "\(stat)")
            kill(child, SIGKILL)
        }
    }

    @Test("What an app in the background has started ends with it") func descendants() async throws {
        try await with { world in
            let child = try await startLeaving(world, .background)
            try await eventually {
                let stat = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
                return stat.isEmpty || stat.contains(") Z")
            }
        }
    }

    @Test("An app whose first thread has ended goes on with the others") func firstThread() async throws {
        try await with { world in
            let process = try await world.start(
                """
                exec python3 -c '
                import ctypes, os, threading, time
                threading.Thread(target=time.sleep, args=(600,)).start()
                print("begun", flush=True)
                ctypes.CDLL(None).syscall(60, 0)
                '
                """)
            try await eventually { ProcessStatus(of: process.processID)?.isExiting == true }
            #expect(!process.isGoing)
            process.kill()
            _ = await process.waitUntilEnded()
            #expect(process.isGoing)
        }
    }

    @Test("Of a process that cannot be seen from here it is not known that it ends") func unseen() {
        #expect(!ProcessStatus.isExiting(0))
        // No process has so large a number.
        #expect(ProcessStatus.isExiting(.max))
    }

    @Test("What an app has left running goes on printing, and that is logged") func remains() async throws {
        try await with { world in
            let launcher = world.launcher
            let path = try world.folder.write(
                """
                #!/bin/sh
                (while ! [ -e go ]; do sleep 0.01; done; head -c 200000 /dev/zero | tr '\\0' '\\n'; echo last) &
                echo first
                """, to: "app")
            chmod(path, 0o755)
            let process = try await launcher.start(
                AppLaunch(
                    bundleID: "com.example.app", executable: path, directory: world.folder.path, environment: [:],
                    limits: nil))
            #expect(await process.waitUntilEnded() == .status(0))
            #expect(world.lines.texts == ["com.example.app: first"])
            #expect(!launcher.outputs.isEmpty)
            try world.folder.write("", to: "go")
            // More than a pipe holds, and than is logged of one app.
            try await eventually { launcher.outputs.isEmpty }
            #expect(world.lines.texts.contains { $0.contains("lines are left out here") })
            #expect(world.lines.texts.last == "com.example.app: last")
        }
    }

    @Test("A process that is there is taken up by its number and its beginning") func adopting() async throws {
        try await with { world in
            let first = try await world.start("sleep 600")
            let again = world.launcher.adopt(
                first.processID, startedAt: first.startedAt, of: "com.example.app")
            let process = try #require(again)
            #expect(
                world.launcher.adopt(
                    first.processID, startedAt: first.startedAt + 1, of: "com.example.app")
                    == nil)
            process.kill()
            #expect(await process.waitUntilEnded() == .unknown)
            #expect(await first.waitUntilEnded() == .signal(SIGKILL))
            #expect(
                world.launcher.adopt(
                    first.processID, startedAt: first.startedAt, of: "com.example.app") == nil)
        }
    }
}
