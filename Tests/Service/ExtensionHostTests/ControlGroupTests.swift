// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Logging
import SystemSupport
import Testing

@testable import ExtensionHost

/// What the kernel tells of control groups, as its documentation has it (cgroup-v2.rst, cgroup-v1/memory.rst), and which of
/// them are used: trees of files in a temporary folder stand for those that this system has not.
@Suite("B10: control groups", .timeLimit(.minutes(1))) struct ControlGroupTests {
    // MARK: Numbers

    @Test func anonymousMemoryIsCountedAndFilesAreNot() {
        let second = ControlGroupNumbers(
            "anon 8192\nfile 1048576\nkernel 49152\nshmem 4096\nfile_mapped 524288\nanon_thp 0\n")
        #expect(second.anonymous(.second) == 8192)
        let first = ControlGroupNumbers(
            "cache 1\nrss 2\nmapped_file 3\nswap 4\nhierarchical_memory_limit 5\ntotal_cache 6\ntotal_rss 700\ntotal_swap 80\n"
        )
        #expect(first.anonymous(.first) == 780)
        #expect(ControlGroupNumbers("total_rss 700\n").anonymous(.first) == 700)
    }

    @Test func aKillForWantOfMemoryIsToldFromTheRest() {
        let limit = "low 0\nhigh 0\nmax 31\noom 1\noom_kill 2\noom_group_kill 1\n"
        #expect(ControlGroupNumbers(limit).hasRunOut(.second))
        // Files were let go of, and that was enough.
        #expect(!ControlGroupNumbers("low 0\nhigh 0\nmax 31\noom 0\noom_kill 0\n").hasRunOut(.second))
        // The whole system had no memory left: that is not for the extension to answer.
        #expect(!ControlGroupNumbers("max 0\noom 0\noom_kill 1\n").hasRunOut(.second))
        #expect(ControlGroupNumbers("oom_kill_disable 0\nunder_oom 0\noom_kill 3\n").hasRunOut(.first))
        #expect(!ControlGroupNumbers("oom_kill_disable 0\nunder_oom 0\noom_kill 0\n").hasRunOut(.first))
    }

    @Test func whatIsNoNumberIsPassedOver() {
        for text in ["", "\n", "anon", "anon -1", "anon 99999999999999999999", "anon 1 2", "anon x\n\u{0}", "  "] {
            let numbers = ControlGroupNumbers(text)
            #expect(numbers.anonymous(.second) == nil, "\(text)")
            #expect(numbers.anonymous(.first) == nil)
            #expect(!numbers.hasRunOut(.second) && !numbers.hasRunOut(.first))
        }
        #expect(ControlGroupNumbers("total_rss 18446744073709551615\ntotal_swap 2").anonymous(.first) == 1)
    }

    // MARK: Places

    private static let mounts = """
        22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
        35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:5 - cgroup cgroup rw,memory
        36 31 0:33 / /sys/fs/cgroup/devices rw,relatime - cgroup cgroup rw,devices
        41 31 0:38 / /sys/fs/cgroup/unified rw,relatime master:3 propagate_from:2 - cgroup2 cgroup2 rw,nsdelegate

        """

    struct Place: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let version: ControlGroupVersion
        var mounts = ControlGroupTests.mounts
        let groups: String
        /// The folder, or what the reason says.
        let folder: String
    }

    static let places: [Place] = [
        .init(
            testDescription: "first", version: .first, groups: "9:name=systemd:/x\n4:memory:/user/a:b\n0::/unified\n",
            folder: "/sys/fs/cgroup/memory/user/a:b"),
        .init(
            testDescription: "several", version: .first, groups: "4:cpu,memory:/a\n", folder: "/sys/fs/cgroup/memory/a"),
        .init(
            testDescription: "first at the root", version: .first, groups: "4:memory:/\n",
            folder: "/sys/fs/cgroup/memory"),
        .init(
            testDescription: "second", version: .second, groups: "4:memory:/x\n0::/user.slice/a.service\n",
            folder: "/sys/fs/cgroup/unified/user.slice/a.service"),
        .init(
            testDescription: "a part is mounted", version: .second,
            mounts: "41 31 0:38 /docker/abc /sys/fs/cg\\040roup ro - cgroup2 cgroup rw\n",
            groups: "0::/docker/abc/in\n",
            folder: "/sys/fs/cg roup/in"),
        .init(
            testDescription: "the part is its own", version: .second,
            mounts: "41 31 0:38 /docker/abc /cg rw - cgroup2 cgroup rw\n", groups: "0::/docker/abc\n", folder: "/cg"),
        .init(
            testDescription: "another part is mounted", version: .second,
            mounts: "41 31 0:38 /docker/abc /cg rw - cgroup2 cgroup rw\n", groups: "0::/docker/abcd\n",
            folder: "outside of what is mounted"),
        .init(
            testDescription: "of another namespace", version: .second, groups: "0::/../other\n",
            folder: "outside of what is mounted"),
        .init(testDescription: "no controller", version: .first, groups: "0::/a\n", folder: "no control groups"),
        .init(testDescription: "no groups", version: .second, groups: "", folder: "no control groups"),
        .init(
            testDescription: "not mounted", version: .second, mounts: "22 1 254:0 / / rw - ext4 /dev/vda rw\n",
            groups: "0::/a\n", folder: "are not mounted"),
        .init(
            testDescription: "nonsense", version: .second,
            mounts: "cgroup2\n - \n1 2 3 4 5 6 -\n1 2 3 4 5 6 - cgroup2\n",
            groups: "0::/a\n0:\n:::\n", folder: "are not mounted"),
        .init(testDescription: "no path", version: .second, groups: "0::a\n", folder: "no control groups"),
    ]

    @Test("A process's own group is found, or the reason is told", arguments: places) func place(_ place: Place) {
        do throws(ControlGroupPlace.Absence) {
            let found = try ControlGroupPlace(place.version, mounts: place.mounts, groups: place.groups)
            #expect(found.folder == place.folder)
        } catch { #expect(error.reason.contains(place.folder), "\(error.reason)") }
    }

    // MARK: The choice, on trees of files

    private func choice(
        in folder: TemporaryFolder, group: String, files: [String: String], first: Bool = false
    ) throws -> ControlGroupChoice {
        let kind = first ? "cgroup cgroup rw,memory" : "cgroup2 cgroup2 rw"
        try folder.write("41 31 0:38 / \(folder.path("cg")) rw - \(kind)\n", to: "proc/mountinfo")
        try folder.write(first ? "4:memory:\(group)\n" : "0::\(group)\n", to: "proc/cgroup")
        for (name, text) in files { try folder.write(text, to: "cg\(group)/\(name)") }
        return ControlGroupChoice(process: folder.path("proc"), processID: 77)
    }

    private func text(_ folder: TemporaryFolder, _ name: String) -> String? {
        FileManager.default.contents(atPath: folder.path(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("Version 2: a service alone in its group makes room by going one down") func aloneInItsGroup() async throws {
        try await TemporaryFolder.with { folder in
            let choice = try choice(
                in: folder, group: "/a.service",
                files: [
                    "cgroup.controllers": "cpu memory pids\n", "cgroup.procs": "77\n", "cgroup.subtree_control": "",
                    // Stands for what the kernel makes with a folder.
                    "backgroundassetsd/cgroup.procs": "",
                ])
            #expect(try choice.parent(.second) == folder.path("cg/a.service"))
            #expect(text(folder, "cg/a.service/backgroundassetsd/cgroup.procs") == "77")
            #expect(text(folder, "cg/a.service/cgroup.subtree_control") == "+memory")
        }
    }

    @Test("Version 2: a service that goes on as a new executable finds the room that was made") func goneDown()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let choice = try choice(
                in: folder, group: "/a.service/backgroundassetsd",
                files: ["cgroup.controllers": "memory\n", "cgroup.procs": "77\n", "cgroup.subtree_control": ""])
            try folder.write("cpu memory\n", to: "cg/a.service/cgroup.subtree_control")
            try folder.write("", to: "cg/a.service/cgroup.procs")
            #expect(try choice.parent(.second) == folder.path("cg/a.service"))
            #expect(text(folder, "cg/a.service/backgroundassetsd/cgroup.subtree_control") == "")
        }
    }

    @Test("Version 2: where its controllers are for groups already nothing is changed") func roomThere() async throws {
        try await TemporaryFolder.with { folder in
            let choice = try choice(
                in: folder, group: "/",
                files: [
                    "cgroup.controllers": "memory\n", "cgroup.procs": "1\n77\n", "cgroup.subtree_control": "memory\n",
                ])
            #expect(try choice.parent(.second) + "/" == folder.path("cg") + "/")
            #expect(text(folder, "cg/cgroup.procs") == "1\n77\n")
        }
    }

    private func reason(_ choice: ControlGroupChoice, _ version: ControlGroupVersion) -> String {
        do throws(ControlGroupPlace.Absence) { return "found: " + (try choice.parent(version)) } catch {
            return error.reason
        }
    }

    @Test("Version 2: others in the group stay where they are, and what is missing is told") func otherProcesses()
        async throws
    {
        let tree = ["cgroup.controllers": "memory\n", "cgroup.procs": "77\n", "cgroup.subtree_control": ""]
        // A zero is a process that cannot be seen from here.
        for (name, value, reason) in [
            ("cgroup.procs", "77\n78\n", "other processes"), ("cgroup.procs", "0\n77\n", "other processes"),
            ("cgroup.procs", "", "other processes"), ("cgroup.controllers", "cpu pids\n", "no memory controller"),
            ("cgroup.controllers", "hugetlb memory_recursiveprot\n", "no memory controller"),
        ] {
            try await TemporaryFolder.with { folder in
                let choice = try choice(
                    in: folder, group: "/a.scope", files: tree.merging([name: value]) { _, new in new })
                #expect(self.reason(choice, .second).contains(reason), "\(name) \(value)")
                #expect(FileStatus(path: folder.path("cg/a.scope/backgroundassetsd")) == nil)
                #expect(text(folder, "cg/a.scope/cgroup.subtree_control") == "")
            }
        }
    }

    @Test("Version 2: when the controller is refused the service goes back") func refusedController() async throws {
        try await TemporaryFolder.with { folder in
            let choice = try choice(
                in: folder, group: "/a",
                files: [
                    "cgroup.controllers": "memory\n", "cgroup.procs": "77\n", "backgroundassetsd/cgroup.procs": "",
                ])
            #expect(reason(choice, .second).contains("cgroup.subtree_control"))
            #expect(text(folder, "cg/a/cgroup.procs")?.hasPrefix("77") == true)
        }
    }

    @Test("Version 1: the service's own group, where it may be changed") func firstVersion() async throws {
        try await TemporaryFolder.with { folder in
            let choice = try choice(in: folder, group: "/a", files: ["cgroup.procs": "1\n"], first: true)
            #expect(reason(choice, .first) == "found: " + folder.path("cg/a"))
            #expect(reason(choice, .second).contains("no control groups"))
            let away = ControlGroupChoice(process: folder.path("nothing"))
            #expect(reason(away, .first).contains("nothing/mountinfo"))
        }
    }

    @Test("Version 1 and 2: what is only written as a tree of files is no control group, and each process is measured")
    func noKernelBehindIt() async throws {
        try await TemporaryFolder.with { folder in
            let choice = try choice(
                in: folder, group: "/",
                files: ["cgroup.controllers": "memory\n", "cgroup.procs": "", "cgroup.subtree_control": "memory\n"])
            let metering = MemoryMetering.prepare(
                root: folder.path, choice: choice, logger: Logger(label: "x") { _ in SwiftLogNoOpLogHandler() })
            #expect(metering.way == .processes)
            #expect(metering.obstacles.count == 2)
            #expect(metering.description.contains("process by process"))
            #expect(metering.description.contains("memory.max"), "\(metering.description)")
            // Nothing is left of the attempt.
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("cg")).count == 3)
        }
    }

    @Test func theHardLimitIsAMultipleOfWhatAnExtensionMayUse() {
        #expect(ControlGroups.hardLimit(for: 8 << 20) == 64 << 20)
        #expect(ControlGroups.hardLimit(for: .max) == UInt64(Int64.max))
        #expect(ControlGroups.hardLimit(for: 0) == 0)
    }

    // MARK: Groups of the kernel

    @Test(
        "The groups that a killed service has left are ended, and those of others are not",
        .enabled(if: MemoryMeteringTests.hasGroups))
    func leftovers() async throws {
        let parent = try ControlGroupChoice().parent(.first)
        let logger = Logger(label: "x") { _ in SwiftLogNoOpLogHandler() }
        try await TemporaryFolder.with { folder in
            try Directory.createFolders(folder.path("other"))
            let (own, other) = (ControlGroupRecord(root: folder.path), ControlGroupRecord(root: folder.path("other")))
            #expect(own.prefix != other.prefix)
            let groups = ControlGroups(.first, parent: parent, prefix: own.prefix)
            let others = ControlGroups(.first, parent: parent, prefix: other.prefix)
            let (empty, busy) = (try groups.makeGroup(memory: 64 << 20), try groups.makeGroup(memory: 64 << 20))
            let foreign = try others.makeGroup(memory: 64 << 20)
            defer { try? foreign.remove() }
            let entrance = try busy.entrance()
            var launcher = ProcessLauncher(executable: "/bin/sleep", arguments: ["600"])
            (launcher.group, launcher.groupVersion) = (entrance.rawValue, 1)
            let pid = try launcher.start()
            #expect(try busy.processes() == [pid])
            try own.write(groups)
            let metering = MemoryMetering.prepare(root: folder.path, choice: ControlGroupChoice(), logger: logger)
            #expect(metering.way == .groups(.first))
            var status: Int32 = 0
            #expect(waitpid(pid, &status, 0) == pid)
            #expect(status == SIGKILL)
            for group in [empty, busy] { #expect(FileStatus(path: group.path) == nil) }
            #expect(FileStatus(path: foreign.path) != nil)
        }
    }

    @Test(
        "A record that was tampered with has nothing removed",
        arguments: [
            "1 /tmp/PREFIX", "1 /PREFIX", "3 /sys/fs/cgroup/PREFIX", "nonsense", "\u{0}", "1", "1 ",
            "x /sys/fs/cgroup/memory/PREFIX",
            "1 /sys/fs/cgroup/memory/other-",
        ])
    func tamperedRecord(_ line: String) async throws {
        try await TemporaryFolder.with { folder in
            let record = ControlGroupRecord(root: folder.path)
            try folder.write("", to: record.prefix + "1/file")
            let text = line.replacing("/tmp/PREFIX", with: folder.path + "/" + record.prefix)
                .replacing("PREFIX", with: record.prefix)
            try folder.write(text + "\n", to: ControlGroupRecord.name)
            record.removeLeftovers(
                mounts: ["/sys/fs/cgroup/memory"], logger: Logger(label: "x") { _ in SwiftLogNoOpLogHandler() })
            #expect(FileStatus(path: folder.path(record.prefix + "1/file")) != nil)
        }
    }
}
