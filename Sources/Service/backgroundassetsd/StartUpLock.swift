// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// Held as long as the process lives: whoever has it is the service of its root, however it was started.
struct StartUpLock: Equatable {
    /// Stays open over an exec that keeps the process.
    let descriptor: Int32

    init(taken descriptor: Int32) { self.descriptor = descriptor }

    /// Takes the lock of a root.
    ///
    /// - Returns: nil when another service has it.
    static func take(at location: ServiceLocation) throws(SystemError) -> StartUpLock? {
        let file = try openFile(at: location)
        if flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return nil }
            throw SystemError(errno: .init(rawValue: errno), operation: "lock", subject: location.lockPath)
        }
        return try own(file, location)
    }

    /// Takes the lock from a service that a client has started before systemd was to start this one: it is asked to end,
    /// as by `ba service stop`, and its clients come here.
    static func takeOver(at location: ServiceLocation) throws(SystemError) -> StartUpLock {
        // One that has only just taken the lock is about to write who it is; one that had no room for it is waited for.
        for _ in 0..<1000 {
            if let lock = try take(at: location) { return lock }
            if let holder = try holder(at: location) {
                kill(holder.process, SIGTERM)
                break
            }
            sched_yield()
        }
        let file = try openFile(at: location)
        let number = file.rawValue
        try retrying("lock", location.lockPath) { flock(number, LOCK_EX) }
        return try own(file, location)
    }

    private static func openFile(at location: ServiceLocation) throws(SystemError) -> OwnedDescriptor {
        for folder in [location.root, location.runtime] {
            try Directory.createFolders(folder)
            try Directory.checkOwn(folder, userID: getuid())
        }
        return try OwnedDescriptor(
            checking: open(location.lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600), "open",
            location.lockPath)
    }

    /// The process that has the lock, and the socket that it listens at: written under the lock, which ends with it.
    ///
    /// - Returns: nil when nothing is written yet, or what is there is of one that has ended, whose number some other
    ///   program may have by now.
    static func holder(at location: ServiceLocation) throws(SystemError) -> (process: pid_t, socket: String)? {
        let file = try openFile(at: location)
        let text = String(decoding: try file.readAll(limit: 8192, subject: location.lockPath), as: UTF8.self)
        let lines = text.split(separator: "\n")
        guard lines.count == 2, let process = pid_t(lines[0]), process > 1, name(of: process) == name(of: getpid())
        else {
            return nil
        }
        return (process, String(lines[1]))
    }

    private static func name(of process: pid_t) -> [UInt8]? {
        let path = "/proc/\(process)/comm"
        do throws(SystemError) {
            return try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
                .readAll(limit: 64, subject: path)
        } catch { return nil }
    }

    private static func own(
        _ file: consuming OwnedDescriptor, _ location: ServiceLocation
    ) throws(SystemError) -> StartUpLock {
        let number = file.rawValue
        let text = Array("\(getpid())\n\(location.socketPath)\n".utf8)
        do throws(SystemError) {
            // Over what stands there, whose room might be gone when it was given up first.
            try file.writeAll(text, subject: location.lockPath)
            try retrying("write", location.lockPath) { ftruncate(number, off_t(text.count)) }
        } catch  where error.isOutOfSpace {
            // It is the lock that counts; who has it is told to others only.
            try retrying("write", location.lockPath) { ftruncate(number, 0) }
        }
        return StartUpLock(taken: file.release())
    }
}
