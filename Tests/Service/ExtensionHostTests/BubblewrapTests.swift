// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import Glibc
import Logging
import ProcessSupervision
import ServiceInterface
import SystemSupport
import Testing

@testable import ExtensionHost

/// The second way to keep extensions to their files, where the kernel has no rules for them.
@Suite("A13: bubblewrap", .timeLimit(.minutes(2)), .enabled(if: Bubblewrap.obstacle() == nil))
struct BubblewrapTests {
    private static let pack = DownloadManifestEntry(
        id: "Level", url: "https://example.org/p", version: 3, downloadSize: 10, downloadPolicy: .onDemand)

    private func launch(_ executable: String, in folder: TemporaryFolder, runTime: Double = 60) -> ExtensionLaunch {
        var launch = ExtensionLaunch(
            extensionID: "x", executable: executable, directory: folder.path("own"),
            environment: ["PATH": "/usr/bin:/bin", "BACKGROUND_ASSETS_ROOT": folder.path], runTime: runTime,
            memory: 64 << 20)
        launch.confinementWay = .bubblewrap
        launch.confinement = Confinement(readable: [folder.path("own")], writable: [folder.path("tmp")])
        return launch
    }

    private func start(_ launch: ExtensionLaunch, lines: LoggedLines = LoggedLines()) async throws -> ExtensionProcess {
        let (process, sockets) = try await ExtensionProcess.start(launch, logger: Logger(label: "x") { _ in lines })
        for socket in sockets { close(socket) }
        return process
    }

    private func script(_ text: String, in folder: TemporaryFolder, interpreter: String = "/bin/bash") throws -> String
    {
        try Directory.createFolders(folder.path("tmp"))
        let path = try folder.write("#!\(interpreter)\n\(text)\n", to: "own/script-\(UUID().uuidString)")
        chmod(path, 0o755)
        return path
    }

    private func failure(
        _ text: String, interpreter: String = "/bin/bash", runTime: Double = 60, lines: LoggedLines = LoggedLines()
    ) async throws -> ExtensionError? {
        var failure: ExtensionError?
        try await TemporaryFolder.with { folder in
            let path = try script(text, in: folder, interpreter: interpreter)
            let process = try await start(launch(path, in: folder, runTime: runTime), lines: lines)
            do throws(ExtensionError) {
                _ = try await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack))
            } catch { failure = error }
            await process.end()
            #expect(kill(process.processID, 0) != 0)
        }
        return failure
    }

    @Test("A real extension answers on the sockets that it inherits") func realExtension() async throws {
        try await TemporaryFolder.with { folder in
            try Directory.createFolders(folder.path("own"))
            let program = folder.path("own/FixtureDownloader")
            try FileManager.default.copyItem(atPath: ProgramRun.programs + "/FixtureDownloader", toPath: program)
            let process = try await start(launch(program, in: folder))
            for (name, isWanted) in [("Level", true), ("Declined", false), ("Level", true)] {
                var pack = Self.pack
                pack.id = name
                #expect(try await process.call(ExtensionInterface.ShouldDownload(pack: pack)).download == isWanted)
            }
            // What is measured is the extension, and not who has started it.
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process.processID)/exe")
                    .hasSuffix("/FixtureDownloader"))
            await process.end()
            #expect(kill(process.processID, 0) != 0)
        }
    }

    @Test("An exit is told with its status, a crash with its signal, a hang with its time") func causes() async throws {
        #expect(try await failure("exit 3") == .exited(extensionID: "x", status: 3))
        #expect(try await failure("exit 0") == .exited(extensionID: "x", status: 0))
        // A signal of its own to the first process of a system is ignored by the kernel; a fault is none of those.
        let python = "/usr/bin/python3"
        let fault = try await failure("import ctypes; ctypes.string_at(1)", interpreter: python)
        #expect(fault == .crashed(extensionID: "x", signal: SIGSEGV))
        let closing = "import os, time; os.read(3, 1); os.close(3); time.sleep(600)"
        let closed = try await failure(closing, interpreter: python, runTime: 600)
        #expect(closed?.description.contains("closed its connection") == true, "\(String(describing: closed))")
        let hang = try await failure("import time; time.sleep(600)", interpreter: python, runTime: 0.2)
        guard case .hung("x", _, 0.2) = hang else {
            Issue.record("\(String(describing: hang))")
            return
        }
    }

    @Test("A program that cannot be run there is told of by its cause") func whatCannotRun() async throws {
        try await TemporaryFolder.with { folder in
            let interpreter = try script("exit 0", in: folder, interpreter: "/nonexistent/interpreter")
            chmod(try folder.write("text", to: "own/words"), 0o755)
            for (path, text) in [
                ("own/nothing", "o such file"), ("own/text", "ermission denied"), ("own/words", "xec format error"),
            ] {
                try folder.write("text", to: "own/text")
                let error = await #expect(throws: ExtensionError.self) {
                    try await start(launch(folder.path(path), in: folder))
                }
                guard case .cannotStart("x", _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(error?.description.contains(text) == true, "\(String(describing: error))")
            }
            let junk = try folder.write([0x7f, 0x45, 0x4c, 0x46, 0, 0], to: "own/junk")
            chmod(junk, 0o755)
            for (path, text) in [(junk, "Exec format error"), (interpreter, "No such file")] {
                let process = try? await start(launch(path, in: folder))
                guard let process else { continue }
                let error = await #expect(throws: ExtensionError.self) {
                    try await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack))
                }
                #expect(
                    error?.description.contains("cannot be started: bwrap: ") == true, "\(String(describing: error))")
                #expect(error?.description.contains(text) == true, "\(String(describing: error))")
                await process.end()
            }
        }
    }

    @Test("When no view can be made, what bubblewrap says is the cause") func noView() async throws {
        try await TemporaryFolder.with { folder in
            var launch = launch(try script("exit 0", in: folder), in: folder)
            // A folder of the kernel's that nothing can be mounted below.
            launch.confinement?.readable = ["/proc/sys/kernel"]
            launch.directory = "/nonexistent"
            let error = await #expect(throws: ExtensionError.self) {
                let process = try await start(launch)
                _ = try await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack))
            }
            #expect(error?.description.contains("cannot") == true, "\(String(describing: error))")
        }
    }

    @Test("What it has started ends with it, in whatever session it is") func descendants() async throws {
        let lines = LoggedLines()
        try await TemporaryFolder.with { folder in
            let marker = "marker-\(UUID().uuidString)"
            let path = try script(
                """
                import os, time
                for child in range(2):
                    if os.fork() == 0:
                        os.setsid()
                        if os.fork() == 0: time.sleep(600)
                        os._exit(0)
                for child in range(2): os.wait()
                open("\(folder.path("tmp/ready"))", "w").close()
                time.sleep(600)
                """, in: folder, interpreter: "/usr/bin/python3")
            let own = folder.path("own/\(marker)")
            rename(path, own)
            let process = try await start(launch(own, in: folder), lines: lines)
            func running() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.count {
                    FileManager.default.contents(atPath: "/proc/\($0)/cmdline")
                        .map { String(decoding: $0, as: UTF8.self).contains(marker) && !$0.isEmpty } ?? false
                }
            }
            try await eventually { FileStatus(path: folder.path("tmp/ready")) != nil }
            // With bubblewrap itself, on whose command line it is.
            #expect(try running() >= 4)
            await process.end()
            #expect(try running() == 0)
        }
    }

    @Test("It ends when the thread that started it does, as when the service is killed") func endsWithTheService()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let path = try script(
                "import time; open('\(folder.path("tmp/ready"))', 'w').close(); time.sleep(600)", in: folder,
                interpreter: "/usr/bin/python3")
            let process = try await start(launch(path, in: folder))
            try await eventually { FileStatus(path: folder.path("tmp/ready")) != nil }
            // What the kernel does to the child of a service that is killed.
            let monitor = try #require(
                ProcessMemory.children(of: getpid()).first {
                    ProcessMemory.children(of: $0).contains(process.processID)
                })
            kill(monitor, SIGKILL)
            _ = await #expect(throws: ExtensionError.self) {
                try await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack))
            }
            await process.end()
        }
    }

    @Test("What it prints is logged") func output() async throws {
        let lines = LoggedLines()
        #expect(
            try await failure("echo hello; echo problem >&2; printf 'no end'; exit 4", lines: lines)
                == .exited(extensionID: "x", status: 4))
        for text in ["hello", "problem", "no end"] { #expect(lines.texts.contains("x: \(text)"), "\(lines.texts)") }
    }

    @Test func descriptorsAreGivenBack() async throws {
        func count() -> Int { ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count }
        _ = try await failure("exit 3")
        let before = count()
        for _ in 0..<10 { _ = try await failure("exit 3") }
        // Other tests open some of their own at the same time; a leak would be thirty and more.
        #expect(count() < before + 25)
    }

    // MARK: What it is told and tells

    @Test func theReportsOfBubblewrap() {
        let text = """
            { "child-pid": 26, "ipc-namespace": 4026532180 }
            { "exit-code": 0 }

            """
        #expect(BubblewrapStatus(Array(text.utf8)).process == 26)
        #expect(BubblewrapStatus(Array(text.utf8)).hasRun)
        let cut = BubblewrapStatus(Array("{ \"child-pid\": 26, \"ipc".utf8))
        #expect(cut.process == nil && !cut.hasRun)
        for text in [
            "", "\n\n", "[]", "{\"child-pid\": \"x\"}", "{\"child-pid\": 99999999999}", "\u{0}", "{\"exit-code\": []}",
        ] {
            let status = BubblewrapStatus(Array(text.utf8))
            #expect(status.process == nil && !status.hasRun, "\(text)")
        }
    }

    @Test("Links at the end of what it may reach are not followed, and what is not there is left out") func links()
        async throws
    {
        try await TemporaryFolder.with { folder in
            try folder.write("", to: "secret/file")
            try folder.write("", to: "own/file")
            symlink(folder.path("secret"), folder.path("link"))
            let arguments = try Confinement(
                readable: [folder.path("own"), folder.path("link"), folder.path("nothing")],
                writable: [folder.path("link")]
            ).bubblewrapArguments(for: ProgramParts(of: "/usr/bin/python3"), directory: "/", filter: 9, status: 8)
            for name in ["link", "secret", "nothing"] { #expect(!arguments.contains(folder.path(name))) }
            let own = try #require(arguments.firstIndex(of: folder.path("own")))
            #expect(arguments[own - 1] == "--ro-bind-try" && arguments[own + 1] == folder.path("own"))
            #expect(arguments.suffix(2) == ["--", "/usr/bin/python3"])
            // All programs of the system would be there with it.
            #expect(!zip(arguments, arguments.dropFirst()).contains { $0 == "--ro-bind-try" && $1 == "/usr" })
        }
    }

    @Test func theWayIsToldWithWhatKeepsTheBetterOnesFromIt() {
        let support = ConfinementSupport.find(from: .bubblewrap)
        #expect(support.way == .bubblewrap)
        #expect(support.problem == nil)
        #expect(support.description.contains("to their files by bubblewrap (Landlock is not to be used)"))
        let none = ConfinementSupport.find(from: .none)
        #expect(none.description.contains("not confined to their files"))
        #expect(none.problem?.contains("can read and change what its user can") == true)
    }
}
