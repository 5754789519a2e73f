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
        if let lock = try take(at: location) { return lock }
        let file = try openFile(at: location)
        if let holder = try holder(file, location) { kill(holder, SIGTERM) }
        let number = file.rawValue
        try retrying("lock", location.lockPath) { flock(number, LOCK_EX) }
        return try own(file, location)
    }

    private static func openFile(at location: ServiceLocation) throws(SystemError) -> OwnedDescriptor {
        try Directory.createFolders(location.runtime)
        guard let status = FileStatus(path: location.runtime), status.kind == .folder, status.owner == getuid() else {
            throw SystemError(
                errno: .notPermitted, operation: "use", subject: location.runtime + " (it is not this user's)")
        }
        return try OwnedDescriptor(
            checking: open(location.lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600), "open",
            location.lockPath)
    }

    /// The process in the file is that of the lock: it is written under it, and the lock ends with the process.
    private static func holder(
        _ file: borrowing OwnedDescriptor, _ location: ServiceLocation
    ) throws(SystemError) -> pid_t? {
        let text = String(decoding: try file.readAll(limit: 32, subject: location.lockPath), as: UTF8.self)
        guard let process = pid_t(text), process > 1 else { return nil }
        return process
    }

    private static func own(
        _ file: consuming OwnedDescriptor, _ location: ServiceLocation
    ) throws(SystemError) -> StartUpLock {
        let number = file.rawValue
        try retrying("write", location.lockPath) { ftruncate(number, 0) }
        lseek(number, 0, SEEK_SET)
        try file.writeAll(Array("\(getpid())".utf8), subject: location.lockPath)
        return StartUpLock(taken: file.release())
    }
}
