// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// Where a process finds its own control group.
struct ControlGroupPlace: Equatable, Sendable {
    let version: ControlGroupVersion
    /// Absolute path of the mounted hierarchy.
    let mount: String
    /// Absolute path of the folder of the process's own group.
    let folder: String

    /// Why there is none, for a person.
    struct Absence: Error, Equatable { let reason: String }

    /// Of the group in which the memory of a process is charged.
    ///
    /// - `mounts`: what the kernel tells in `/proc/PID/mountinfo`.
    /// - `groups`: what it tells in `/proc/PID/cgroup`.
    init(_ version: ControlGroupVersion, mounts: String, groups: String) throws(Absence) {
        let name = version == .first ? "the memory controller of version 1" : "version 2"
        guard let path = groups.split(separator: "\n").lazy.compactMap({ Self.path(in: $0, version) }).first else {
            throw Absence(reason: "this kernel has no control groups for \(name)")
        }
        guard let mounted = mounts.split(separator: "\n").lazy.compactMap({ Self.mount(in: $0, version) }).first else {
            throw Absence(reason: "control groups for \(name) are not mounted")
        }
        guard let relative = Self.relative(path, to: mounted.root) else {
            throw Absence(reason: "the service's own control group (\(path)) is outside of what is mounted")
        }
        self.version = version
        mount = mounted.point
        folder = relative.isEmpty ? mounted.point : mounted.point + relative
    }

    /// The path of a line such as `4:memory:/user.slice` or `0::/user.slice`.
    private static func path(in line: Substring, _ version: ControlGroupVersion) -> String? {
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].hasPrefix("/") else { return nil }
        switch version {
        case .first: guard parts[1].split(separator: ",").contains("memory") else { return nil }
        case .second: guard parts[0] == "0", parts[1].isEmpty else { return nil }
        }
        return String(parts[2])
    }

    /// What is mounted by a line such as `35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory`.
    private static func mount(in line: Substring, _ version: ControlGroupVersion) -> (root: String, point: String)? {
        let words = line.split(separator: " ")
        guard words.count > 6, let dash = words[6...].firstIndex(of: "-"), words.count > dash + 3 else { return nil }
        switch version {
        case .first:
            guard words[dash + 1] == "cgroup", words[dash + 3].split(separator: ",").contains("memory") else {
                return nil
            }
        case .second: guard words[dash + 1] == "cgroup2" else { return nil }
        }
        return (unescaped(words[3]), unescaped(words[4]))
    }

    /// What of a group's path lies below the root of a mount: empty, or beginning with a slash.
    private static func relative(_ path: String, to root: String) -> String? {
        // A group that is not of the reader's namespace begins with a way up.
        guard !path.hasPrefix("/.."), !root.hasPrefix("/..") else { return nil }
        if path == root || path == "/" && root == "/" { return "" }
        if root == "/" { return path }
        return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count)) : nil
    }

    /// Blanks and the like are written as three octal digits.
    private static func unescaped(_ word: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(word.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.count >= 3,
                let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
