// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// A service with an app that does background tasks as it is told: a program of its own, which the service starts.
struct TaskWorld {
    static let bundleID = ServiceWorld.bundleID
    static let keys = """
        <key>BGTaskSchedulerPermittedIdentifiers</key>
        <array><string>refresh</string><string>second</string><string>export.*</string>
        \((0..<11).map { "<string>work-\($0)</string>" }.joined())</array>
        <key>UIBackgroundModes</key><array><string>fetch</string><string>processing</string></array>
        """

    let world: ServiceWorld

    /// - `keys`: of the app's Info.plist.
    /// - `executable`: of the app; nil for one that does what it is told, below.
    /// - `megabytes`: the size of a disk of its own that the root is on.
    static func with(
        keys: String = keys, program executable: String? = nil, megabytes: Int? = nil,
        _ body: (TaskWorld) async throws -> Void
    ) async throws {
        var made: TaskWorld?
        // Once more when the service has ended: it may have started one in its last moment.
        defer { made?.endProcesses() }
        try await ServiceWorld.with(keys: keys, megabytes: megabytes) { world in
            let tasks = TaskWorld(world: world)
            made = tasks
            let path = world.folder.path("Game.app/Game")
            if let executable {
                try FileManager.default.removeItem(atPath: path)
                try FileManager.default.copyItem(atPath: executable, toPath: path)
            } else {
                try world.folder.write(tasks.program, to: "Game.app/Game")
                chmod(path, 0o755)
            }
            try await world.install()
            defer { tasks.endProcesses() }
            try await body(tasks)
        }
    }

    /// Runs the app as a person does who opens it, until it ends.
    func open(_ arguments: String...) async throws { try await open(arguments) }

    func open(_ arguments: [String], environment additions: [String: String] = [:]) async throws {
        let launch = try await world.call(AppsInterface.Launch(bundleID: Self.bundleID))
        let environment = additions.merging(launch.environment) { _, own in own }
        let run = try await ProgramRun.run(
            launch.executable, arguments, environment: environment, directory: launch.directory)
        try #require(run.status == 0, "\(run)")
    }

    /// The same, and does not wait for its end.
    ///
    /// - `input`: what it reads; nil for nothing.
    func start(_ arguments: [String], input: Pipe? = nil) async throws -> TestProcess {
        let launch = try await world.call(AppsInterface.Launch(bundleID: Self.bundleID))
        return try start(
            launch.executable, arguments, environment: launch.environment, directory: launch.directory, input: input)
    }

    /// Runs the app's program as a person does who opens it by no means of the service.
    func startProgram() async throws -> TestProcess {
        let environment = try await world.call(AppsInterface.Identify(bundleID: Self.bundleID)).environment
        return try start(
            world.folder.path("Game.app/Game"), [], environment: environment, directory: world.folder.path(""))
    }

    private func start(
        _ program: String, _ arguments: [String], environment: [String: String], directory: String, input: Pipe? = nil
    ) throws -> TestProcess {
        let app = TestProcess()
        app.standardInput = input
        app.executableURL = URL(fileURLWithPath: program)
        app.environment = ProcessInfo.processInfo.environment.merging(environment) { _, own in own }
        app.currentDirectoryURL = URL(fileURLWithPath: directory)
        app.arguments = arguments
        try app.run()
        return app
    }

    /// Says what happens to it in the file `said`, and does with each task what the file `do-IDENTIFIER` says: `complete` it,
    /// `fail` it, `hang` until it is ended, or be `deaf` until it is killed, end `late`, when it is told to, `crash`, or do `nothing`; ask for
    /// it `again` and hang, or complete it and be `stubborn` until it is killed, or `leave`. With the
    /// argument `fork` it ends when it follows, and what it has started keeps its connections.
    private var program: String {
        """
        #!/usr/bin/python3
        import json, os, signal, socket, sys, time

        folder, path, root = "\(world.folder.path(""))", "\(world.location.socketPath)", "\(world.root)"

        def say(text):
            with open(folder + "said", "a") as file: file.write(text + "\\n")

        class Connection:
            def __init__(self):
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.connect(path)
                self.rest = b""
                self.call("Apps.Hello", {
                    "protocolVersion": 1, "root": root, "token": os.environ["BACKGROUND_ASSETS_LAUNCH_TOKEN"],
                    "preferredLanguages": ["en"],
                    "background": os.environ.get("BACKGROUND_ASSETS_BACKGROUND_LAUNCH") == "1"})

            def send(self, method, parameters, more=False):
                call = {"method": "backgroundassets.v1." + method, "parameters": parameters}
                if more: call["more"] = True
                self.socket.sendall(json.dumps(call).encode() + b"\\0")

            def read(self):
                while b"\\0" not in self.rest:
                    bytes = self.socket.recv(65536)
                    if not bytes: raise EOFError
                    self.rest += bytes
                message, self.rest = self.rest.split(b"\\0", 1)
                return json.loads(message)

            def call(self, method, parameters):
                self.send(method, parameters)
                reply = self.read()
                # One that ends may be connected to a last time: its successor is asked.
                if reply.get("error", "").endswith(".ServiceStopping"): raise EOFError
                if "error" in reply: raise ValueError(reply)
                return reply.get("parameters", {})

        def wish(identifier):
            try: return open(folder + "do-" + identifier).read().strip()
            except FileNotFoundError: return "complete"

        def handle(calls, event):
            run, identifier = event["run"], event["task"]["identifier"]
            what = wish(identifier)
            if event["kind"] == "expiring":
                say("expiring " + identifier + " " + event["expiration"])
                if what == "late": calls.call("Tasks.Complete", {"run": run, "success": False})
                return
            say("launched " + identifier)
            if what == "nothing": return
            if what == "deaf": signal.signal(signal.SIGTERM, lambda *_: say("told to end"))
            if what == "stubborn": signal.signal(signal.SIGTERM, lambda *_: say("told to end"))
            calls.call("Tasks.TakeUp", {"run": run})
            if what == "crash": os.kill(os.getpid(), signal.SIGSEGV)
            if what == "again": calls.call("Tasks.Submit", {
                "task": {"identifier": identifier, "kind": "refresh", "earliestBegin": 4e9}, "callID": str(run)})
            if what in ("complete", "fail", "stubborn", "leave"):
                calls.call("Tasks.Complete", {"run": run, "success": what != "fail"})
            if what == "leave": sys.exit()

        def leave():
            if os.fork() == 0: signal.pause()
            os._exit(0)

        say("started " + ("in the background" if "BACKGROUND_ASSETS_BACKGROUND_LAUNCH" in os.environ else "by somebody"))
        while True:
            try:
                calls, events = Connection(), Connection()
                events.send("Tasks.Follow", {}, more=True)
                while True:
                    reply = events.read()
                    if "error" in reply: raise EOFError
                    event = reply["parameters"]
                    if event["kind"] == "subscribed":
                        open(folder + "follows", "a").write("\\n")
                        if sys.argv[1:] == ["fork"]: leave()
                    if event["kind"] == "powerState": say("hears that the power state is another")
                    elif event["kind"] != "subscribed": handle(calls, event)
            except (EOFError, ConnectionError, FileNotFoundError):
                time.sleep(0.02)

        """
    }

    /// What the app does with tasks of an identifier.
    func tell(_ identifier: String, _ what: String) throws { try world.folder.write(what, to: "do-\(identifier)") }

    /// What has happened to the app, without when it was started.
    func said() -> [String] {
        let text = (try? String(contentsOfFile: world.folder.path("said"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// How often its program has begun to hear of its tasks, from one service after the other.
    var followCount: Int {
        (try? String(contentsOfFile: world.folder.path("follows"), encoding: .utf8))?.count ?? 0
    }

    /// The error of the request that was refused last, as it is printed.
    func why() -> String { (try? String(contentsOfFile: world.folder.path("why"), encoding: .utf8)) ?? "" }

    /// A connection of the app, which nobody has opened.
    func app() async throws -> VarlinkConnection {
        let environment = try await world.call(AppsInterface.Identify(bundleID: Self.bundleID)).environment
        let connection = try VarlinkConnection(path: world.location.socketPath)
        let hello = AppsInterface.Hello(
            protocolVersion: 1, root: world.root, token: environment[ServiceProtocol.launchTokenVariable],
            preferredLanguages: ["en"], background: true)
        _ = try await ServiceWorld.call(hello, on: connection)
        return connection
    }

    /// Submits as the app does in the background, by a process that does not follow.
    func submit(
        _ identifier: String, _ kind: BackgroundTask.Kind = .refresh, after seconds: Double? = nil,
        network: Bool? = nil, power: Bool? = nil
    ) async throws {
        let app = try await app()
        defer { app.close() }
        let task = BackgroundTask(
            identifier, kind, earliestBegin: seconds.map { world.clock.now + $0 }, requiresNetwork: network,
            requiresExternalPower: power)
        _ = try await ServiceWorld.call(TasksInterface.Submit(task: task, callID: UUID().uuidString), on: app)
    }

    /// The code of what a request is refused with; nil for one that is taken.
    func refusal(_ body: () async throws -> Void) async throws -> ServiceError? {
        do { try await body() } catch let error as ServiceError { return error }
        return nil
    }

    func records() async throws -> [TaskRecord] {
        try await world.call(TasksInterface.List(bundleID: Self.bundleID)).tasks
    }

    /// The record of a request or run.
    func record(_ identifier: String) async throws -> TaskRecord? {
        try await records().first { $0.task.identifier == identifier }
    }

    /// What was decided, the first first.
    func history(_ identifier: String? = nil) async throws -> [String] {
        try await world.call(TasksInterface.History(bundleID: Self.bundleID)).entries.reversed()
            .filter { identifier == nil || $0.identifier == identifier }.map(\.event)
    }

    func waitForHistory(_ event: String, count: Int = 1) async throws {
        _ = try await world.wait { try await history().count { $0 == event } >= count ? true : nil }
    }

    /// Waits until the program of a fixture is at work with one of its tasks.
    func waitUntilBegun(_ identifier: String) async throws {
        _ = try await world.wait { said().contains { $0.hasPrefix("launched \(identifier) ") } ? true : nil }
    }

    func waitForWord(_ word: String) async throws {
        _ = try await world.wait { said().contains(word) ? true : nil }
    }

    /// Those of the app's program.
    func processes() throws -> [Int32] {
        let program = world.folder.path("Game.app/Game")
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { process in
            let line = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
            return line.split(separator: "\0").contains { $0 == program }
        }
    }

    private func endProcesses() {
        do { for process in try processes() { kill(process, SIGKILL) } } catch {
            Issue.record("processes of the app may be left: \(error)")
        }
    }

    func waitForNoProcess() async throws { _ = try await world.wait { try processes().isEmpty ? true : nil } }
}
