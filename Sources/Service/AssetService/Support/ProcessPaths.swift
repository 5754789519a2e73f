// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// What `/proc` says of a process's paths; nothing of one that has ended, or is another user's. Reads files, so it blocks.
enum ProcessPaths {
    /// Bytes of a command line that are looked at.
    private static let largestCommand = 1 << 16

    /// Where `exe` or `cwd` of a process leads to.
    static func target(of link: String, _ processID: Int32) -> String? {
        LinkTarget(of: "/proc/\(processID)/\(link)")?.text
    }

    /// What a process was called with, its name first.
    static func arguments(of processID: Int32) -> [String] {
        let path = "/proc/\(processID)/cmdline"
        do throws(SystemError) {
            return try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
                .readAll(limit: largestCommand, subject: path).split(separator: 0)
                .map { String(decoding: $0, as: UTF8.self) }
        } catch { return [] }
    }

    /// A folder without symbolic links, as `/proc` has it, with a `/` at its end; nil for none that is there.
    static func prefix(of folder: String) -> String? {
        guard let resolved = realpath(folder, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved) + "/"
    }
}
