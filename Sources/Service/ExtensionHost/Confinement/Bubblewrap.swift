// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import ProcessSupervision
internal import SystemPackage
internal import SystemSupport

/// The program that confines extensions where the kernel has no rules for files: it shows them a file system that has nothing
/// but theirs in it, and starts them as the first process of a system without network and others.
enum Bubblewrap {
    static let path = "/usr/bin/bwrap"
    /// Milliseconds that it may take to show whether it works, and to make a confinement.
    static let patience: Int32 = 10_000
    private static let outputLimit = 64 << 10
    private static let root: UInt32 = 0

    /// Why it cannot be used on this system, for a person; nil when it can.
    static func obstacle() -> String? {
        guard let status = FileStatus(resolving: path), status.kind == .file else { return "\(path) is missing" }
        guard status.owner == root, status.permissions & 0o022 == 0 else {
            return "\(path) is not root's alone"
        }
        do throws(ProgramFault) {
            let parts = try ProgramParts(of: path)
            do throws(SystemError) { return try trial(parts) } catch { throw .system(error) }
        } catch { return "\(error)" }
    }

    /// Has it start itself in the confinement of an extension.
    private static func trial(_ parts: ProgramParts) throws(SystemError) -> String? {
        var ends: [Int32] = [-1, -1]
        try retrying("make", "a pipe") { ba_pipe(&ends) }
        let output = OwnedDescriptor(taking: ends[0])
        let pid: pid_t
        do {
            let input = OwnedDescriptor(taking: ends[1])
            let arguments = Confinement(readable: [], writable: []).bubblewrapArguments(
                for: parts, directory: "/", filter: nil, status: nil)
            var launcher = ProcessLauncher(executable: path, arguments: arguments + ["--version"])
            launcher.standardError = input.rawValue
            launcher.diesWithParent = true
            pid = try DescendantProcesses.start(launcher)
        }
        let process = ba_pidfd_open(pid)
        if process >= 0 {
            if ba_pidfd_wait(process, patience) == 0 { _ = ba_pidfd_send_signal(process, SIGKILL) }
            close(process)
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        try DescendantProcesses.ended(pid)
        if status == 0 { return nil }
        let said = String(
            decoding: try output.readAll(limit: outputLimit, subject: "what \(path) says"), as: UTF8.self)
        return said.split(separator: "\n").last.map(String.init) ?? "\(path) fails (status \(status))"
    }
}
