// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

internal import struct SystemPackage.Errno

/// A private folder that lives no longer than this process: it is removed with the last reference, or at the exit. What a
/// process that was killed has left is removed by the next one that makes a folder in the same place.
///
/// A lock on the folder, which goes with its process, tells the living from the dead.
final class ProcessFolder: Sendable {
    /// Folders of this process, by path, and the process that made them: a fork of it removes nothing.
    private static let living = Mutex<[String: pid_t]>([:])
    private static let removesAtExit: Bool =
        atexit {
            for (path, owner) in ProcessFolder.living.withLock({ $0 }) where owner == getpid() {
                ProcessFolder.remove(path)
            }
        } == 0

    private static let attemptLimit = 100
    let path: String
    private let directory: Directory

    /// Makes one in the folder `parent`, which is made when it is missing.
    init(in parent: String) throws(SystemError) {
        directory = try Self.make(in: parent)
        path = directory.path
        _ = Self.removesAtExit
        let path = path
        Self.living.withLock { $0[path] = getpid() }
    }

    deinit {
        let path = path
        guard Self.living.withLock({ $0.removeValue(forKey: path) }) == getpid() else { return }
        Self.remove(path)
    }

    /// Whether it stands where it was made: caches may be cleared by anybody.
    var isThere: Bool {
        guard let status = FileStatus(path: path), let own = try? directory.descriptor.status(subject: path) else {
            return false
        }
        return status.identity == own.identity
    }

    /// Runs `body` with the open folder.
    func withDirectory<Result>(
        _ body: (borrowing Directory) throws(SystemError) -> Result
    ) throws(SystemError) -> Result { try body(directory) }

    /// Tries until a folder is this process's own. Each failure is another process that sweeps at that moment, so that
    /// there is an end to them.
    private static func make(in parent: String) throws(SystemError) -> Directory {
        for _ in 0..<attemptLimit { if let own = try attempt(in: parent) { return own } }
        throw SystemError(errno: .resourceBusy, operation: "make a folder of this process in", subject: parent)
    }

    /// - Returns: nil when another process took the folder for one that was left, before this one had locked it.
    private static func attempt(in parent: String) throws(SystemError) -> Directory? {
        try Directory.createFolders(parent)
        let folder = try Directory(opening: parent)
        let status = try folder.descriptor.status(subject: parent)
        guard status.owner == getuid(), status.permissions & 0o022 == 0 else {
            throw SystemError(
                errno: .notPermitted, operation: "use", subject: parent + " (others can write there)")
        }
        sweep(folder)
        let name = "\(getpid())-" + String(UInt64.random(in: .min ... .max), radix: 16)
        do throws(SystemError) {
            try folder.makeFolder(name)
            let own = try folder.folder(name)
            // A file system without locks only has no sweep.
            if flock(own.descriptor.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
            guard folder.exists(name) else { return nil }
            return own
        } catch {
            // Swept, or the last one of another process has just removed the parent.
            guard error.errno == .noSuchFileOrDirectory else { throw error }
            return nil
        }
    }

    private static func sweep(_ folder: borrowing Directory) {
        guard let names = try? folder.names() else { return }
        for name in names {
            guard let other = try? folder.folder(name), flock(other.descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
                continue
            }
            try? folder.removeTree(name)
        }
    }

    /// Removes a folder, and the place of all such folders when it was the last; what cannot be removed is left to the
    /// next sweep.
    private static func remove(_ path: String) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let parent = String(path[..<slash])
        guard let folder = try? Directory(opening: parent) else { return }
        try? folder.removeTree(String(path[path.index(after: slash)...]))
        rmdir(parent)
    }
}
