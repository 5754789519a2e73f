// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import Synchronization
package import SystemSupport
package import Varlink

/// The service's end of connections, played by a script: real sockets, and a thread for each connection.
package final class ScriptedPeer: Sendable {
    /// What is done with each call; it replies, or does not, through the connection.
    package typealias Script = @Sendable (VarlinkCall, ScriptedConnection) -> Void

    package let path: String
    private let script: Script
    private let state: Mutex<State>

    private struct State: ~Copyable {
        var listener: Int32?
        var connections: [ScriptedConnection] = []
        var accepted = 0
        var calls: [String] = []
    }

    /// Listens at `path`, whose folder is made when it is missing.
    package init(path: String, script: @escaping Script) throws {
        self.path = path
        self.script = script
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try Directory.createFolders(folder)
        let listener = ba_listen_unix(path, 64)
        guard listener >= 0 else { throw TestFailure("cannot listen at \(path): errno \(errno)") }
        state = Mutex(State(listener: listener))
        startThread { [self] in accept(listener) }
    }

    /// How many connections came.
    package var accepted: Int { state.withLock { $0.accepted } }
    /// The methods that were called, in order.
    package var calls: [String] { state.withLock { $0.calls } }

    /// Ends all connections, as the death of a service does, and listens on.
    package func dropConnections() {
        let connections = state.withLock { state in
            defer { state.connections = [] }
            return state.connections
        }
        connections.forEach { $0.close() }
    }

    /// Stops to listen, ends all connections, and removes the socket.
    package func stop() {
        let listener = state.withLock { state in
            defer { state.listener = nil }
            return state.listener
        }
        if let listener {
            shutdown(listener, Int32(SHUT_RDWR))
            unlink(path)
        }
        dropConnections()
    }

    private func accept(_ listener: Int32) {
        defer { close(listener) }
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            if descriptor < 0 {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            let connection = ScriptedConnection(descriptor: OwnedDescriptor(taking: descriptor))
            let isOpen = state.withLock { state in
                state.accepted += 1
                state.connections.append(connection)
                return state.listener != nil
            }
            if !isOpen {
                connection.close()
                continue
            }
            startThread { [self] in
                while let call = connection.next() {
                    state.withLock { $0.calls.append(call.method) }
                    script(call, connection)
                }
            }
        }
    }
}

/// One connection of a `ScriptedPeer`.
// @unchecked Sendable: `framer` is used by the connection's thread only.
package final class ScriptedConnection: @unchecked Sendable {
    private let descriptor: OwnedDescriptor
    private var framer = VarlinkFramer()

    package init(descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    package func close() { shutdown(descriptor.rawValue, Int32(SHUT_RDWR)) }

    /// The next call; nil at the end of the connection.
    package func next() -> VarlinkCall? {
        while true {
            if let message = try? framer.next() { return try? VarlinkCall(message: message) }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor.rawValue, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            framer.append(chunk[..<count])
        }
    }

    /// Sends bytes as they are; false when the other end has gone.
    @discardableResult package func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer -> Int in
                guard let base = buffer.baseAddress else { return 0 }
                return Glibc.send(descriptor.rawValue, base + sent, buffer.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult package func reply(_ parameters: some Encodable, continues: Bool = false) -> Bool {
        guard let bytes = try? VarlinkReply.encode(parameters, continues: continues) else { return false }
        return send(bytes)
    }

    @discardableResult package func fail(_ name: String, _ parameters: some Encodable) -> Bool {
        guard let bytes = try? VarlinkReply.encode(error: name, parameters: parameters) else { return false }
        return send(bytes)
    }
}

/// Runs a closure on a detached thread of the system.
package func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Body {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Body(run: body)).toOpaque()
    let result = pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
            return nil
        }, context)
    precondition(result == 0, "no further thread")
    pthread_detach(thread)
}

/// A connected pair of sockets.
package func socketPair() throws -> (Int32, Int32) {
    var descriptors: [Int32] = [-1, -1]
    guard ba_socketpair(&descriptors) == 0 else { throw TestFailure("socketpair: errno \(errno)") }
    return (descriptors[0], descriptors[1])
}
