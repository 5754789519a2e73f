// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// A control group that one run of an extension has to itself: it counts what all processes of the run use together, stops
/// what grows faster than it is counted, and ends them all.
struct ControlGroup: Sendable {
    let version: ControlGroupVersion
    /// Absolute path of its folder.
    let path: String

    /// Most that is read of a file of the kernel's: `memory.stat` has some 2 KiB.
    private static let fileLimit = 1 << 20
    /// Rounds in which processes are ended: each takes those that the last has started meanwhile.
    private static let rounds = 100
    /// Milliseconds that a process may take to end that was killed.
    private static let patience: Int32 = 100

    /// One that is there.
    init(_ version: ControlGroupVersion, path: String) {
        self.version = version
        self.path = path
    }

    /// Makes one.
    ///
    /// - `limit`: bytes of memory, files in memory included, at which the kernel lets files go, and kills the group when that
    ///   is not enough.
    init(_ version: ControlGroupVersion, making path: String, limit: UInt64) throws(SystemError) {
        self.init(version, path: path)
        guard mkdir(path, 0o700) == 0 else { throw failure("make the control group") }
        do throws(SystemError) { try set(limit) } catch {
            rmdir(path)
            throw error
        }
    }

    private func set(_ limit: UInt64) throws(SystemError) {
        switch version {
        case .first:
            try write("\(limit)", to: "memory.limit_in_bytes")
            // With what is swapped out; this order, for the other may not be less.
            try writeIfThere("\(limit)", to: "memory.memsw.limit_in_bytes")
        case .second:
            try write("\(limit)", to: "memory.max")
            try writeIfThere("0", to: "memory.swap.max")
            try writeIfThere("1", to: "memory.oom.group")
        }
    }

    /// Its folder, in which a process is started.
    func entrance() throws(SystemError) -> OwnedDescriptor {
        try OwnedDescriptor(checking: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open", path)
    }

    /// Whether a process may join.
    func checkEntrance() throws(SystemError) {
        let file = path + (version == .first ? "/tasks" : "/cgroup.procs")
        _ = try OwnedDescriptor(checking: open(file, O_WRONLY | O_CLOEXEC), "open", file)
    }

    // MARK: What it tells

    /// Bytes of anonymous memory of all its processes, resident or swapped out.
    func anonymousMemory() throws(SystemError) -> UInt64? {
        let resident = ControlGroupNumbers(try text(of: "memory.stat")).anonymous(version)
        guard version == .second else { return resident }
        // Not there where the kernel has no swap.
        let swapped = FileStatus(path: path + "/memory.swap.current") == nil ? "" : try text(of: "memory.swap.current")
        return resident.map { $0 &+ (UInt64(swapped.prefix { $0.isNumber }) ?? 0) }
    }

    /// Whether the kernel has killed a process of it because it reached its limit.
    func hasRunOut() throws(SystemError) -> Bool {
        ControlGroupNumbers(try text(of: version == .first ? "memory.oom_control" : "memory.events")).hasRunOut(version)
    }

    /// Its processes that can be seen from here.
    func processes() throws(SystemError) -> [pid_t] {
        try text(of: "cgroup.procs").split(separator: "\n").compactMap { pid_t($0) }.filter { $0 > 0 }
    }

    // MARK: Its end

    /// Kills all its processes, and returns when they are gone; they cannot be started faster than they are killed.
    ///
    /// - Returns: whether they are gone.
    func endProcesses() throws(SystemError) -> Bool {
        // All at once, and those that they are just starting.
        if version == .second { try writeIfThere("1", to: "cgroup.kill") }
        for _ in 0..<Self.rounds {
            let processes = try processes()
            if processes.isEmpty { return true }
            for process in processes { try end(process) }
        }
        return false
    }

    private func end(_ process: pid_t) throws(SystemError) {
        let handle: OwnedDescriptor
        do throws(SystemError) {
            handle = try OwnedDescriptor(checking: ba_pidfd_open(process), "watch", "process \(process)")
        } catch { return }
        // The number may be another's by now, unless it is still of the group when the handle is there.
        guard try processes().contains(process) else { return }
        _ = ba_pidfd_send_signal(handle.rawValue, SIGKILL)
        _ = ba_pidfd_wait(handle.rawValue, Self.patience)
    }

    /// Removes it; its processes must have ended.
    func remove() throws(SystemError) {
        for round in 1...Self.rounds {
            if rmdir(path) == 0 || errno == ENOENT { return }
            // The kernel may take a moment to let go of a process that has ended, and tells nobody when it has.
            guard errno == EBUSY, round < Self.rounds else { break }
            _ = poll(nil, 0, 1)
        }
        throw failure("remove the control group")
    }

    // MARK: Files

    func text(of name: String) throws(SystemError) -> String {
        let file = path + "/" + name
        let descriptor = try OwnedDescriptor(checking: open(file, O_RDONLY | O_CLOEXEC), "open", file)
        return String(decoding: try descriptor.readAll(limit: Self.fileLimit, subject: file), as: UTF8.self)
    }

    func write(_ text: String, to name: String) throws(SystemError) {
        let file = path + "/" + name
        let descriptor = try OwnedDescriptor(checking: open(file, O_WRONLY | O_CLOEXEC), "open", file)
        try descriptor.writeAll(Array(text.utf8), subject: file)
    }

    /// A file that kernels have or have not.
    private func writeIfThere(_ text: String, to name: String) throws(SystemError) {
        do throws(SystemError) { try write(text, to: name) } catch  where error.errno == .noSuchFileOrDirectory {}
    }

    private func failure(_ operation: String) -> SystemError {
        SystemError(errno: Errno(rawValue: Glibc.errno), operation: operation, subject: path)
    }
}
