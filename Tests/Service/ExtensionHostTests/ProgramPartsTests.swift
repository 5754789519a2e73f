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

@testable import ExtensionHost

/// What a program names so that more than its own becomes reachable for it.
@Suite("A13: what a program needs", .timeLimit(.minutes(1))) struct ProgramPartsTests {
    /// The beginning of a program for 64 bits that names a loader, and nothing else.
    private func program(loader: String) -> [UInt8] {
        let name = Array(loader.utf8) + [0]
        let size = UInt64(name.count)
        // Numbers, and how many bytes each has: the header, and that of the one segment.
        let fields: [(number: UInt64, count: Int)] = [
            (3, 2), (62, 2), (1, 4), (0, 8), (64, 8), (0, 8), (0, 4), (64, 2), (56, 2), (1, 2), (0, 6),
            (3, 4), (4, 4), (120, 8), (0, 8), (0, 8), (size, 8), (size, 8), (1, 8),
        ]
        var bytes: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        for field in fields {
            for place in 0..<field.count { bytes.append(UInt8(truncatingIfNeeded: field.number >> UInt64(8 * place))) }
        }
        return bytes + name
    }

    private func fault(_ path: String) -> ProgramFault? {
        do throws(ProgramFault) {
            let parts = try ProgramParts(of: path)
            Issue.record("\(path) is given \(parts.files.map(\.path))")
            return nil
        } catch { return error }
    }

    @Test("An interpreter that is no absolute path is refused, whatever lies there: the kernel looks elsewhere")
    func relativeInterpreters() async throws {
        try await TemporaryFolder.with { folder in
            for name in ["tmp", "./tmp", "home", "usr/bin/python3", "../../usr/bin/python3"] {
                let script = try folder.write("#!\(name)\n", to: "script")
                #expect(fault(script) == .relativeInterpreter(name, program: script))
                let file = try folder.write(program(loader: name), to: "program")
                #expect(fault(file) == .relativeInterpreter(name, program: file))
            }
            // Bytes that are no text would be another name here.
            let strange = try folder.write(Array("#!/tmp/".utf8) + [0xff, 0x0a], to: "strange")
            #expect(fault(strange) == .relativeInterpreter("", program: strange))
            // Of a script's interpreter, too.
            let inner = try folder.write("#!tmp\n", to: "inner")
            #expect(fault(try folder.write("#!\(inner)\n", to: "outer")) == .relativeInterpreter("tmp", program: inner))
        }
    }

    @Test("A link of the kernel's that leads each process elsewhere names no interpreter") func kernelLinks()
        async throws
    {
        try await TemporaryFolder.with { folder in
            symlink("/proc/self/cwd", folder.path("here"))
            for name in ["/proc/self/cwd/bin/true", "/proc/thread-self/root/bin/true", folder.path("here/bin/true")] {
                let script = try folder.write("#!\(name)\n", to: "script")
                #expect(fault(script) == .uncertainInterpreter(name, program: script))
                let file = try folder.write(program(loader: name), to: "program")
                #expect(fault(file) == .uncertainInterpreter(name, program: file))
            }
        }
    }

    @Test("Folders, devices and pipes are no programs; what is not there is told as such") func noFiles() async throws {
        try await TemporaryFolder.with { folder in
            #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
            symlink("/home", folder.path("link"))
            for name in ["/tmp", "/", "/dev/zero", folder.path("pipe"), folder.path("link")] {
                let script = try folder.write("#!\(name)\n", to: "script")
                #expect(fault(script) == .noFile(name, program: script))
                let file = try folder.write(program(loader: name), to: "program")
                #expect(fault(file) == .noFile(name, program: file))
                #expect(fault(name) == .noFile(name, program: name))
            }
            guard case .system(let error) = fault(try folder.write("#!/nonexistent\n", to: "script")) else {
                Issue.record("what is not there is no fault")
                return
            }
            #expect(error.errno == .noSuchFileOrDirectory && error.subject == "/nonexistent")
        }
    }

    @Test("What the kernel does not ask for is not given: what a loader names, and scripts without end")
    func nothingMore() async throws {
        try await TemporaryFolder.with { folder in
            let secret = try folder.write("secret", to: "secret")
            let loader = try folder.write(program(loader: secret), to: "loader")
            let file = try folder.write(program(loader: loader), to: "program")
            #expect(try ProgramParts(of: file).files.map(\.path) == [file, loader])
            let script = folder.path("script")
            try folder.write("#!\(script)\n", to: "script")
            #expect(fault(script) == .tooManyInterpreters(program: script))
        }
    }

    @Test("A folder is opened as a runtime's when the runtime itself lies there, and no link to one") func runtimes()
        async throws
    {
        let own = try ProgramParts(of: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        #expect(own.runtimes.contains { FileStatus(path: $0.path + "/libswiftCore.so")?.kind == .file })
        try await TemporaryFolder.with { folder in
            try folder.write("", to: "runtime/libswiftCore.so")
            try Directory.createFolders(folder.path("other"))
            symlink(folder.path("runtime/libswiftCore.so"), folder.path("other/libswiftCore.so"))
            #expect(try OpenedPath(folder.path("runtime"), isFolder: true).holdsFile("libswiftCore.so"))
            #expect(try !OpenedPath(folder.path("other"), isFolder: true).holdsFile("libswiftCore.so"))
            #expect(throws: SystemError.self) { try OpenedPath("/proc/self/cwd", isFolder: true) }
        }
    }

    @Test("What was looked at is what is opened, wherever the path leads by then") func openedOnce() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("one", to: "one")
            try folder.write("two", to: "two")
            symlink(folder.path("one"), folder.path("link"))
            let opened = try OpenedPath(folder.path("link"))
            unlink(folder.path("link"))
            symlink(folder.path("two"), folder.path("link"))
            #expect(try opened.openForReading().readAll(limit: 10, subject: "link") == Array("one".utf8))
        }
    }

    @Test(
        "An extension with such an interpreter is not started, and its file is named", arguments: ConfinementTests.ways)
    func refusal(_ way: ConfinementSupport.Way) async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write("#!tmp\n", to: "own/Downloader")
            // A program that needs no other, by that name.
            try FileManager.default.copyItem(atPath: "/bin/true", toPath: folder.path("own/tmp"))
            chmod(path, 0o755)
            var launch = ExtensionLaunch(
                extensionID: "com.example.game.downloader", executable: path, directory: folder.path("own"),
                environment: [:], runTime: 60, memory: 64 << 20)
            launch.confinementWay = way
            launch.confinement = Confinement(readable: [folder.path("own")], writable: [])
            let refused = launch
            let error = await #expect(throws: ExtensionError.self) {
                _ = try await ExtensionProcess.start(
                    refused, logger: Logger(label: "x") { _ in SwiftLogNoOpLogHandler() })
            }
            for text in ["com.example.game.downloader cannot be confined", path, "\"tmp\"", "no absolute path"] {
                #expect(error?.description.contains(text) == true, "\(String(describing: error))")
            }
        }
    }
}
