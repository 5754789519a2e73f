// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import SystemSupport
import Testing

@testable import ExtensionHost

/// Processes that are started in control groups of the kernel's.
@Suite("B10: processes in control groups", .timeLimit(.minutes(1))) struct GroupMembershipTests {
    /// Whether the groups of version 2 can be mounted, which need no controllers for this.
    private static let mountsSecond: Bool = {
        let kinds = (try? String(contentsOfFile: "/proc/filesystems", encoding: .utf8)) ?? ""
        return geteuid() == 0 && kinds.contains("cgroup2")
    }()

    /// A process that shows its groups, by `/proc/self/cgroup`, from its first moment on.
    private func groups(startedIn group: ControlGroup) throws -> [String] {
        let entrance = try group.entrance()
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let output = OwnedDescriptor(taking: ends[0])
        var launcher = ProcessLauncher(executable: "/bin/cat", arguments: ["/proc/self/cgroup"])
        (launcher.group, launcher.groupVersion) = (entrance.rawValue, Int32(group.version.rawValue))
        launcher.standardOutput = ends[1]
        let pid = try launcher.start()
        close(ends[1])
        let text = String(decoding: try output.readAll(limit: 1 << 20, subject: "cat"), as: UTF8.self)
        var status: Int32 = 0
        #expect(waitpid(pid, &status, 0) == pid && status == 0)
        return text.split(separator: "\n").map(String.init)
    }

    @Test(
        "A process is in the group of version 1 that it was started in",
        .enabled(if: MemoryMeteringTests.hasGroups))
    func first() throws {
        let parent = try ControlGroupChoice().parent(.first)
        let name = "membership-\(UUID().uuidString)"
        let group = try ControlGroup(.first, making: parent + "/" + name, limit: 64 << 20)
        defer { try? group.remove() }
        let groups = try groups(startedIn: group)
        #expect(groups.contains { $0.contains(":memory:") && $0.hasSuffix("/" + name) }, "\(groups)")
        // The one who started it stays where it was.
        #expect(try group.processes() == [])
        try group.remove()
    }

    @Test("A process is in the group of version 2 that it was started in", .enabled(if: mountsSecond))
    func second() async throws {
        try await TemporaryFolder.with { folder in
            try Directory.createFolders(folder.path("groups"))
            try #require(mount("none", folder.path("groups"), "cgroup2", 0, nil) == 0, "errno \(errno)")
            defer { umount2(folder.path("groups"), Int32(MNT_DETACH)) }
            let name = "membership-\(UUID().uuidString)"
            try #require(mkdir(folder.path("groups/" + name), 0o700) == 0)
            let group = ControlGroup(.second, path: folder.path("groups/" + name))
            defer { rmdir(group.path) }
            let groups = try groups(startedIn: group)
            #expect(groups.contains("0::/" + name), "\(groups)")
            let left = try group.processes()
            #expect(left == [])
            try group.remove()
        }
    }

    @Test("Where a group is gone no process is started") func gone() async throws {
        try await TemporaryFolder.with { folder in
            // Neither file is there.
            let folderOfNone = try OwnedDescriptor(
                checking: open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open", folder.path)
            for version: Int32 in [1, 2] {
                var launcher = ProcessLauncher(executable: "/bin/true")
                (launcher.group, launcher.groupVersion) = (folderOfNone.rawValue, version)
                let started = launcher
                #expect(throws: SystemError.self) { try started.start() }
            }
        }
    }
}
