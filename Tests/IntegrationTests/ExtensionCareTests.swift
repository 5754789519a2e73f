// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import SystemSupport
import Testing

/// How a real service confines and measures the extensions of real apps, in every way that this system has.
@Suite("A13, B10: care of extensions", .timeLimit(.minutes(5))) struct ExtensionCareTests {
    private static let essential = #"{"essential": {"installationEventTypes": ["firstInstallation"]}}"#

    private func with(
        _ care: ExtensionCare, packs: [String], _ body: (inout World) async throws -> Void
    ) async throws {
        try await World.with { world in
            try world.take(care)
            for id in packs { try await world.pack(id, policy: Self.essential, files: [id: [1, 2, 3]]) }
            try await world.serve()
            try await body(&world)
        }
    }

    // MARK: It works

    @Test("A13: an extension does its work", arguments: ExtensionCare.all + [.unconfined])
    func work(_ care: ExtensionCare) async throws {
        try await with(care, packs: ["First", "Declined"]) { world in
            try await world.makeApp()
            let run = try await expectSuccess(world.ba("install", "Game.app"))
            #expect(!run.errors.contains("no asset packs were fetched"), "\(run.errors)")
            try await world.expectNothingLeft(packs: ["First": 1])
            #expect(world.controlGroups ?? [] == [])
        }
    }

    @Test("`ba doctor` tells what is in force and what keeps better ways from it") func doctor() async throws {
        let cases: [(ExtensionCare, [String])] = [
            (.best, ["extensions are confined", "the anonymous memory of extensions is counted"]),
            (.byProcess, ["process by process", "BACKGROUND_ASSETS_METERING is set"]),
            (
                .unconfined,
                [
                    "not confined to their files", "bubblewrap is not to be used",
                    "can read and change what its user can",
                ]
            ),
            (
                .bubblewrap,
                [ExtensionCare.hasBubblewrap ? "by bubblewrap (Landlock is not to be used)" : "bwrap is missing"]
            ),
        ]
        for (care, texts) in cases {
            try await World.with { world in
                try world.take(care)
                let run = try await expectSuccess(world.ba("doctor"))
                for text in texts { #expect(run.output.contains(text), "\(care.testDescription): \(run.output)") }
            }
        }
    }

    // MARK: Memory

    @Test(
        "B10: a memory exception is called so at the installation, in the log, by explain and by the debug tool",
        arguments: ExtensionCare.all)
    func memoryException(_ care: ExtensionCare) async throws {
        try await with(care, packs: ["Memory"]) { world in
            world.additions["XDG_CONFIG_HOME"] = world.folder.path("c")
            try await expectSuccess(world.ba("settings", "developer-mode", "on"))
            try await expectSuccess(world.ba("settings", "extension-run-time", "3600"))
            try await world.makeApp()
            let run = try await expectSuccess(world.ba("install", "Game.app"))
            #expect(run.errors.contains("ended by a memory exception"), "\(run.errors)")
            try await world.withProgram("backgroundassets-debug", ["--logs", "-b", World.bundleID]) { lines in
                try await expectSuccess(
                    ProgramRun.run(
                        "backgroundassets-debug", ["-s", "--app-install", "-b", World.bundleID],
                        environment: world.environment, directory: world.folder.path))
                // Of the event, and not of the installation, whose lines it shows as well.
                _ = try await world.wait("the debug tool to tell of it") {
                    lines().contains { $0.contains("simulating") && $0.contains("ended by a memory exception") }
                        ? true : nil
                }
            }
            let log = try await expectSuccess(world.ba("logs", "--app", World.bundleID)).output
            #expect(log.contains("8192 KiB are allowed"), "\(log)")
            let explained = try await expectSuccess(world.ba("explain", World.bundleID)).output
            #expect(explained.contains("memory exception"), "\(explained)")
            #expect(try await world.childProcesses() == [])
            #expect(world.controlGroups ?? [] == [])
        }
    }

    @Test(
        "B10: what an extension leaves behind counts as its own; what hides from that is ended",
        arguments: ExtensionCare.all)
    func orphans(_ care: ExtensionCare) async throws {
        for hides in [false, true] {
            try await with(care, packs: ["First"]) { world in
                try await expectSuccess(world.ba("settings", "extension-run-time", "3600"))
                // Exits when what it has left behind is gone.
                try await world.makeApp(
                    extensionInPython: """
                        import os, time
                        end, other = os.pipe()
                        child = os.fork()
                        if child == 0:
                            if \(hides ? "True" : "False"): os.setsid()
                            if os.fork() != 0: os._exit(0)
                            os.close(end)
                            memory = bytearray(b"x" * (60 << 20))
                            while True: time.sleep(600)
                        os.close(other)
                        os.waitpid(child, 0)
                        os.read(end, 1)
                        os._exit(5)
                        """)
                // Room for Python itself.
                try await expectSuccess(world.ba("settings", "extension-memory", "32"))
                let run = try await expectSuccess(world.ba("install", "Game.app"))
                let isHidden =
                    hides && world.controlGroups == nil && care.variables["BACKGROUND_ASSETS_CONFINEMENT"] == nil
                #expect(
                    run.errors.contains(isHidden ? "exited with status 5" : "ended by a memory exception"),
                    "hides \(hides): \(run.errors)")
                #expect(try await world.childProcesses() == [])
            }
        }
    }

    @Test("The control group of a service that was killed is removed by the next one") func leftGroup() async throws {
        try await with(.best, packs: ["Hang"]) { world in
            try await expectSuccess(world.ba("settings", "extension-run-time", "3600"))
            try await world.makeApp()
            guard world.controlGroups != nil else { return }
            try await world.withProgram("ba", ["install", world.folder.path("Game.app")]) { _ in
                let group = try await world.wait("the extension to run in its group") {
                    let group = world.controlGroups?.first
                    let processes = group.flatMap { FileManager.default.contents(atPath: $0 + "/cgroup.procs") }
                    return processes?.isEmpty == false ? group : nil
                }
                let stopped = try await world.serviceProcess()
                try await world.killService()
                _ = try await world.wait("another service to remove it") {
                    _ = try await world.ba("service", "status")
                    return !FileManager.default.fileExists(atPath: group) && kill(pid_t(stopped), 0) != 0 ? true : nil
                }
                try await expectSuccess(world.ba("uninstall", World.bundleID))
            }
            #expect(world.controlGroups ?? [] == [])
        }
    }

    @Test(
        "What an extension has left running when the service was killed is ended by the next one",
        arguments: [ExtensionCare.best, .byProcess, .unconfined])
    func leftProcess(_ care: ExtensionCare) async throws {
        try await with(care, packs: ["First"]) { world in
            try await expectSuccess(world.ba("settings", "extension-run-time", "3600"))
            try await expectSuccess(world.ba("settings", "extension-memory", "64"))
            // What is left hides when the service is gone: in a session of its own, and without its environment.
            try await world.makeApp(
                extensionInPython: """
                    import os, sys, time
                    def rest():
                        while True: time.sleep(600)
                    if len(sys.argv) > 1: rest()
                    if os.fork() == 0:
                        parent = os.getpid()
                        if os.fork() != 0: os._exit(0)
                        while os.getppid() == parent: time.sleep(0.001)
                        service = os.getppid()
                        print("left", os.getpid(), flush=True)
                        while os.getppid() == service: time.sleep(0.001)
                        os.setsid()
                        os.execve("/usr/bin/python3", ["python3", sys.argv[0], "hidden"], {})
                    rest()
                    """)
            try await world.withProgram("ba", ["install", world.folder.path("Game.app")]) { _ in
                let left = try await world.wait("the extension to leave a process behind") {
                    world.serviceLog.split(separator: "\n").lazy.compactMap { line -> pid_t? in
                        guard let place = line.range(of: ": left ") else { return nil }
                        return pid_t(line[place.upperBound...])
                    }.first
                }
                try await world.killService()
                _ = try await world.wait("another service to end it") {
                    _ = try await world.ba("service", "status")
                    let stat = (try? String(contentsOfFile: "/proc/\(left)/stat", encoding: .utf8)) ?? ""
                    return stat.isEmpty || stat.contains(") Z") ? true : nil
                }
                try await expectSuccess(world.ba("uninstall", World.bundleID))
            }
        }
    }

    // MARK: Attempts to get out

    @Test(
        "A13: through its socket an extension reaches nothing that it does not reach itself",
        arguments: ExtensionCare.confinements)
    func asking(_ care: ExtensionCare) async throws {
        try await with(care, packs: ["First"]) { world in
            try await world.makeApp(
                extensionInPython: """
                    import json, os, socket, sys
                    number = os.environ["BACKGROUND_ASSETS_EXTENSION_SOCKETS"].split(",")[1]
                    service = socket.socket(fileno=int(number))
                    def ask(method, **parameters):
                        name = "backgroundassets.v1." + method
                        call = {"method": name, "parameters": parameters}
                        if method.split(".")[1] in ("Install", "Register", "Update", "Watch"): call["more"] = True
                        service.sendall(json.dumps(call).encode() + b"\\0")
                        answer = b""
                        while not answer.endswith(b"\\0"): answer += service.recv(65536)
                        reply = json.loads(answer[:-1])
                        print("tried", method, reply.get("error", "ok").split(".")[-1], flush=True)
                    own = "\(World.bundleID)"
                    ask("Apps.Install", source="/usr/share/other.app", consent="given", allowDowngrade=True)
                    ask("Apps.Register", path="/usr/share/other.app")
                    ask("Apps.Launch", bundleID=own)
                    ask("Apps.Identify", bundleID=own)
                    ask("Apps.List")
                    ask("Apps.Uninstall", bundleID=own, keepData=False)
                    ask("Apps.ControlInstallation", bundleID=own, action="cancel")
                    ask("Apps.Update", bundleID=own)
                    ask("Downloads.Explain", id=own)
                    ask("Control.SetSetting", name="extension-memory", value="4096")
                    ask("Control.Doctor")
                    ask("Debug.Simulate", event="appInstall", bundleID=own)
                    ask("Packs.List")
                    sys.exit(3)
                    """)
            let run = try await expectSuccess(world.ba("install", "Game.app"))
            #expect(run.errors.contains("exited with status 3"), "\(run.errors)")
            let tried = world.serviceLog.split(separator: "\n").compactMap { line -> [Substring]? in
                guard let place = line.range(of: ": tried ") else { return nil }
                return line[place.upperBound...].split(separator: " ")
            }
            #expect(tried.count == 13, "\(world.serviceLog)")
            for words in tried {
                #expect(words.last == (words.first == "Packs.List" ? "ok" : "CallFromExtensionNotAllowed"), "\(words)")
            }
            #expect(try await expectSuccess(world.ba("apps")).output.contains(World.bundleID))
        }
    }

    @Test(
        "What an extension plants leads the service nowhere, and what it forges is no pack",
        arguments: ExtensionCare.confinements)
    func planted(_ care: ExtensionCare) async throws {
        try await with(care, packs: ["First"]) { world in
            let victim = world.folder.path("victim")
            try world.folder.write("precious", to: "victim/file")
            try world.folder.write("precious", to: "victim/Caches/file")
            let home = world.folder.path("home")
            try world.folder.write("secret", to: "home/secret")
            try await world.makeApp(
                extensionInPython: """
                    import errno, os, socket, sys
                    ROOT, VICTIM, OTHER = os.environ["BACKGROUND_ASSETS_ROOT"], "\(victim)", \(getpid())
                    GROUP = ROOT + "/groups/group.com.example.game"
                    OWN = ROOT + "/packs/\(World.bundleID)"
                    def try_(name, body):
                        try:
                            body()
                            print("tried", name, "ok", flush=True)
                        except OSError as error:
                            print("tried", name, errno.errorcode.get(error.errno, error.errno), flush=True)
                    def library():
                        os.makedirs(GROUP + "/Library/Caches", exist_ok=True)
                        os.rename(GROUP + "/Library", GROUP + "/Was")
                        os.symlink(VICTIM, GROUP + "/Library")
                    def tower():
                        os.makedirs(GROUP + "/tower")
                        for place in range(40): os.symlink("../" * 12 + VICTIM[1:], GROUP + "/tower/%d" % place)
                        os.makedirs(GROUP + "/tower/" + "/".join(["deep"] * 200))
                    try_("library", library)
                    try_("tower", tower)
                    try_("arrived", lambda: os.symlink(VICTIM, ROOT + "/downloads/\(World.bundleID)/planted"))
                    try_("arrived-file", lambda: os.symlink(VICTIM + "/file", ROOT + "/downloads/\(World.bundleID)/one"))
                    try_("caches", lambda: os.symlink(VICTIM, os.environ["XDG_CACHE_HOME"] + "/planted"))
                    try_("temporary", lambda: os.symlink(VICTIM, os.environ["TMPDIR"] + "/planted"))
                    try_("forge", lambda: os.makedirs(OWN + "/Forged/1/Contents"))
                    try_("index", lambda: open(OWN + "/namespace", "w"))
                    try_("spool", lambda: os.symlink(VICTIM, ROOT + "/spool/planted"))
                    try_("database", lambda: open(ROOT + "/service.sqlite").read(1))
                    try_("log", lambda: open(ROOT + "/service.log", "a"))
                    try_("home", lambda: open("\(home)/secret").read())
                    try_("victim", lambda: open(VICTIM + "/file").read())
                    try_("mark", lambda: os.setxattr(VICTIM + "/file", "user.background-assets.purgeable", b"1"))
                    try_("service", lambda: os.kill(OTHER, 15))
                    try_("network", lambda: socket.create_connection(("127.0.0.1", 1)))
                    sys.exit(3)
                    """)
            let run = try await expectSuccess(world.ba("install", "Game.app"))
            #expect(run.errors.contains("exited with status 3"), "\(run.errors)")
            let tried = Dictionary(
                world.serviceLog.split(separator: "\n").compactMap { line -> (String, String)? in
                    guard let place = line.range(of: ": tried ") else { return nil }
                    let words = line[place.upperBound...].split(separator: " ")
                    return words.count == 2 ? (String(words[0]), String(words[1])) : nil
                }, uniquingKeysWith: { _, new in new })
            // In its own folders it may do what it likes; outside of them, nothing.
            let own: Set = ["library", "tower", "arrived", "arrived-file", "caches", "temporary"]
            let refusals: Set = ["EACCES", "EPERM", "ENOENT", "EROFS"]
            #expect(tried.count == 16, "\(tried)")
            for (name, result) in tried {
                #expect(own.contains(name) ? result == "ok" : refusals.contains(result), "\(name): \(result)")
            }
            try await world.serving {
                for arguments in [
                    ["storage"], ["purge"], ["doctor", World.bundleID], ["apps"], ["packs"], ["downloads"],
                ] {
                    _ = try await ProgramRun.run(
                        "ba", arguments, environment: world.environment, directory: world.folder.path)
                }
                #expect(world.names(in: "s/packs/\(World.bundleID)").allSatisfy { $0.hasPrefix("namespace") })
                try await expectSuccess(world.ba("uninstall", World.bundleID))
                try await world.expectNoApp()
            }
            #expect(world.names(in: "victim") == ["Caches", "file"])
            #expect(world.names(in: "victim/Caches") == ["file"])
            for name in ["file", "Caches/file"] {
                #expect(FileManager.default.contents(atPath: victim + "/" + name) == Data("precious".utf8))
            }
        }
    }
}
