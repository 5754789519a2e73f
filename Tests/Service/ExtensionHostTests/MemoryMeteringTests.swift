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

/// Real processes that use memory in all the ways there are, measured in all ways that this system has.
@Suite("B10: memory", .serialized, .timeLimit(.minutes(2))) struct MemoryMeteringTests {
    struct Means: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let metering: MemoryMetering
        let way: ConfinementSupport.Way?

        var groups: ControlGroups? { metering.groups }
    }

    /// Of version 1 and the test's own, which it need not leave for them.
    private static let groups: ControlGroups? = {
        do {
            let parent = try ControlGroupChoice().parent(.first)
            let groups = ControlGroups(.first, parent: parent, prefix: "background-assets-test-")
            try groups.check()
            return groups
        } catch { return nil }
    }()
    static let hasGroups = groups != nil

    static let all: [Means] = {
        var meterings = [("processes", MemoryMetering.processes())]
        if let groups { meterings.append(("group", MemoryMetering(groups: groups, obstacles: []))) }
        let ways: [ConfinementSupport.Way?] = [nil] + ConfinementTests.ways
        return meterings.flatMap { name, metering in
            ways.map { .init(testDescription: "\(name), \($0?.rawValue ?? "free")", metering: metering, way: $0) }
        }
    }()
    static let inGroups = all.filter { $0.groups != nil }

    private static let pack = DownloadManifestEntry(
        id: "Level", url: "https://example.org/p", version: 3, downloadSize: 10, downloadPolicy: .onDemand)

    /// Asks an extension that does this in Python, and answers how it failed.
    private func failure(
        _ lines: String, _ means: Means, memory: UInt64 = 32 << 20, interval: Int32 = 5
    ) async throws -> ExtensionError? {
        var failure: ExtensionError?
        try await TemporaryFolder.with { folder in
            try Directory.createFolders(folder.path("own"))
            try Directory.createFolders(folder.path("tmp"))
            let path = try folder.write(
                """
                #!/usr/bin/python3
                import mmap, os, sys, time
                TMP = "\(folder.path("tmp"))/"
                def touch(size): return bytearray(b"x" * size)
                def rest():
                    while True: time.sleep(600)
                \(lines)

                """, to: "own/program")
            chmod(path, 0o755)
            var launch = ExtensionLaunch(
                extensionID: "x", executable: path, directory: folder.path("own"),
                environment: ["PATH": "/usr/bin:/bin"], runTime: 60, memory: memory)
            launch.meterInterval = interval
            launch.metering = means.metering
            if let way = means.way {
                launch.confinementWay = way
                launch.confinement = Confinement(readable: [folder.path("own")], writable: [folder.path("tmp")])
            }
            let (process, sockets) = try await ExtensionProcess.start(
                launch, logger: Logger(label: "x") { _ in SwiftLogNoOpLogHandler() })
            for socket in sockets { close(socket) }
            do throws(ExtensionError) {
                _ = try await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack))
            } catch { failure = error }
            await process.end()
            #expect(kill(process.processID, 0) != 0)
            // One test at a time, so that all groups of this process are its own.
            if let groups = means.groups {
                let prefix = "background-assets-test-\(getpid())-"
                let left = try Directory(opening: groups.parent).names().filter { $0.hasPrefix(prefix) }
                #expect(left == [])
            }
        }
        return failure
    }

    private func expectException(
        _ error: ExtensionError?, memory: UInt64 = 32 << 20, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard case .memoryExceeded("x", let used, memory) = error else {
            Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
            return
        }
        #expect(used > memory, sourceLocation: sourceLocation)
        #expect(error?.description.contains("memory exception") == true, sourceLocation: sourceLocation)
    }

    @Test("Its own memory counts", arguments: all) func own(_ means: Means) async throws {
        expectException(try await failure("own = touch(80 << 20)\nrest()", means))
    }

    @Test("That of all processes that it has started counts", arguments: all) func children(_ means: Means) async throws
    {
        let lines = """
            for child in range(6):
                if os.fork() == 0:
                    own = touch(12 << 20)
                    rest()
            rest()
            """
        expectException(try await failure(lines, means))
    }

    @Test("Memory that is shared and of no file counts", arguments: all) func shared(_ means: Means) async throws {
        let lines = """
            own = mmap.mmap(-1, 80 << 20)
            for place in range(0, len(own), 4096): own[place] = 1
            rest()
            """
        expectException(try await failure(lines, means))
    }

    @Test("Files that are written, mapped and read do not count, however large they are", arguments: all)
    func mapped(_ means: Means) async throws {
        // More than the hard limit of the group: the kernel lets go of what is read.
        let lines = """
            size = 300 << 20
            with open(TMP + "file", "wb") as file:
                for place in range(0, size, 1 << 20): file.write(b"x" * (1 << 20))
            own = mmap.mmap(os.open(TMP + "file", os.O_RDONLY), size, mmap.MAP_PRIVATE, mmap.PROT_READ)
            total = 0
            for place in range(0, size, 4096): total += own[place]
            with open(TMP + "file", "rb") as file:
                while file.read(1 << 20): pass
            sys.exit(7)
            """
        #expect(try await failure(lines, means) == .exited(extensionID: "x", status: 7))
    }

    @Test(
        "What grows faster than it is measured is stopped by the kernel, and is a memory exception", arguments: inGroups
    )
    func hardLimit(_ means: Means) async throws {
        let error = try await failure("own = touch(1 << 30)\nrest()", means, memory: 16 << 20, interval: 600_000)
        #expect(error == .memoryExceeded(extensionID: "x", used: 128 << 20, limit: 16 << 20))
    }

    @Test("When the kernel stops a process that it has started, it is one too", arguments: inGroups)
    func hardLimitOfAChild(_ means: Means) async throws {
        let lines = """
            child = os.fork()
            if child == 0:
                own = touch(1 << 30)
                rest()
            os.waitpid(child, 0)
            rest()
            """
        expectException(try await failure(lines, means, memory: 16 << 20), memory: 16 << 20)
    }

    @Test("What it has left behind in a session of its own ends with it, and is counted", arguments: inGroups)
    func orphans(_ means: Means) async throws {
        let lines = """
            if os.fork() == 0:
                os.setsid()
                if os.fork() != 0: os._exit(0)
                own = touch(80 << 20)
                rest()
            os.wait()
            rest()
            """
        expectException(try await failure(lines, means))
    }

    @Test("Pages that processes share count once") func sharedPages() async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(
                """
                #!/usr/bin/python3
                import os, time
                own = bytearray(b"x" * (40 << 20))
                for child in range(4):
                    if os.fork() == 0:
                        while True: time.sleep(600)
                os.rename("\(folder.path("part"))", "\(folder.path("ready"))")
                while True: time.sleep(600)

                """, to: "program")
            chmod(path, 0o755)
            try folder.write("", to: "part")
            var launcher = ProcessLauncher(executable: path)
            launcher.ownProcessGroup = true
            let pid = try launcher.start()
            defer {
                kill(-pid, SIGKILL)
                var status: Int32 = 0
                waitpid(pid, &status, 0)
            }
            try await eventually { FileStatus(path: folder.path("ready")) != nil }
            #expect(ProcessMemory.children(of: pid).count == 4)
            let used = try #require(ProcessMemory.anonymous(ofTreeFrom: pid, orphans: []))
            #expect((40 << 20..<80 << 20).contains(used), "\(used)")
            #expect(ProcessMemory.anonymous(ofTreeFrom: pid, orphans: [pid]) != nil)
        }
        #expect(ProcessMemory.anonymous(of: 0) == nil)
        #expect(ProcessMemory.anonymous(ofTreeFrom: -1, orphans: []) == nil)
    }
}
