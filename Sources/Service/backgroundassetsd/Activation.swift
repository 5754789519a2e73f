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
    /// The socket as this service made it; nil for systemd's, which outlives the service.
    private let file: PlacedFile?
    private let lock: StartUpLock

    /// Takes what the service whose place this one takes has left, or the socket that systemd passed; else takes the
    /// start-up lock, and then unlinks, binds and listens.
    ///
    /// - Returns: nil when another service has the lock.
    static func obtain(
        location: ServiceLocation, environment: [String: String]
    ) throws(SystemError) -> Activation? {
        if let handover = Handover.take(from: environment, location: location) {
            return Activation(
                kind: handover.kind, socket: handover.socket,
                file: handover.kind == .socketActivated ? nil : PlacedFile(path: location.socketPath),
                lock: StartUpLock(taken: handover.lock))
        }
        if let count = environment["LISTEN_FDS"].flatMap({ Int($0) }), count >= 1,
            environment["LISTEN_PID"] == "\(getpid())"
        {
            let socket: Int32 = 3
            try retrying("keep from children", "the socket of systemd") { fcntl(socket, F_SETFD, FD_CLOEXEC) }
            return Activation(
                kind: .socketActivated, socket: socket, file: nil, lock: try StartUpLock.takeOver(at: location))
        }
        guard let lock = try StartUpLock.take(at: location) else { return nil }
        let socket = try OwnedDescriptor(
            checking: ba_listen_unix(location.socketPath, 128), "listen on", location.socketPath)
        return Activation(
            kind: .onDemand, socket: socket.release(), file: PlacedFile(path: location.socketPath), lock: lock)
    }

    /// What a successor needs: a second descriptor of the socket, since the service closes its own at its end.
    func handover() throws(SystemError) -> Handover {
        let copy = try OwnedDescriptor(checking: fcntl(socket, F_DUPFD_CLOEXEC, 0), "duplicate", "the socket")
        return Handover(kind: kind, socket: copy.release(), lock: lock.descriptor)
    }

    /// Removes the socket of a service that ends, so that the next client starts another; systemd's stays, also one that it
    /// has put in the place of ours.
    func removeSocket() {
        if let file, file.isThere { unlink(file.path) }
    }
}
