// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetService
internal import CSystemShims
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// The socket that the service listens on, and how it came by it.
struct Activation {
    let kind: ServiceConfiguration.Activation
    let socket: Int32
    private let path: String?
    /// Held as long as the process lives: whoever has it is the service of this root.
    private let lock: Int32

    /// Takes what the service whose place this one takes has left, or the socket that systemd passed; else takes the start-up lock, and then unlinks, binds and listens.
    ///
    /// - Returns: nil when another service has the lock.
    static func obtain(
        location: ServiceLocation, environment: [String: String]
    ) throws(SystemError) -> Activation? {
        if let handover = Handover.take(from: environment, location: location) {
            return Activation(
                kind: handover.kind, socket: handover.socket, path: handover.lock < 0 ? nil : location.socketPath,
                lock: handover.lock)
        }
        if let count = environment["LISTEN_FDS"].flatMap({ Int($0) }), count >= 1,
            environment["LISTEN_PID"] == "\(getpid())"
        {
            let socket: Int32 = 3
            try retrying("keep from children", "the socket of systemd") { fcntl(socket, F_SETFD, FD_CLOEXEC) }
            return Activation(kind: .socketActivated, socket: socket, path: nil, lock: -1)
        }
        try Directory.createFolders(location.runtime)
        guard let status = FileStatus(path: location.runtime), status.kind == .folder, status.owner == getuid() else {
            throw SystemError(
                errno: .notPermitted, operation: "use", subject: location.runtime + " (it is not this user's)")
        }
        let lock = try OwnedDescriptor(
            checking: open(location.lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600), "open",
            location.lockPath)
        if flock(lock.rawValue, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return nil }
            throw SystemError(errno: .init(rawValue: errno), operation: "lock", subject: location.lockPath)
        }
        let socket = try OwnedDescriptor(
            checking: ba_listen_unix(location.socketPath, 128), "listen on", location.socketPath)
        return Activation(
            kind: .onDemand, socket: socket.release(), path: location.socketPath, lock: lock.release())
    }

    /// What a successor needs: a second descriptor of the socket, since the service closes its own at its end.
    func handover() throws(SystemError) -> Handover {
        let copy = try OwnedDescriptor(checking: fcntl(socket, F_DUPFD_CLOEXEC, 0), "duplicate", "the socket")
        return Handover(kind: kind, socket: copy.release(), lock: lock)
    }

    /// Removes the socket of a service that ends, so that the next client starts another; systemd's stays.
    func removeSocket() {
        if let path { unlink(path) }
    }
}
