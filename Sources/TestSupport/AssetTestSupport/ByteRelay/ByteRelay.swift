// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// Stands before a server on a free port of 127.0.0.1, carries bytes to and fro without looking at them, counts those that
/// clients send, and holds them up on request: to end a client in the midst of something.
///
/// ```
/// try await ByteRelay.with { relay in
///     relay.lead(to: server.port)
///     relay.hold(after: 1 << 20)
///     … a client sends to relay.port …
///     try await eventually { relay.isHolding }
/// }
/// ```
package final class ByteRelay: Sendable {
    private struct State {
        var target = 0
        var limit: Int?
        var carried = 0
        var connectionCount = 0
        var isHolding = false
        var channels: [ObjectIdentifier: any Channel] = [:]
    }

    private let state = Mutex(State())
    /// The port on 127.0.0.1.
    package let port: Int

    private init(port: Int) { self.port = port }

    /// Runs a relay while `body` runs.
    package static func with<Result: Sendable>(_ body: (ByteRelay) async throws -> Result) async throws -> Result {
        let box = Mutex<ByteRelay?>(nil)
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { channel in
                guard let relay = box.withLock({ $0 }) else { return channel.close() }
                return relay.accept(channel)
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let relay = ByteRelay(port: listener.localAddress?.port ?? 0)
        box.withLock { $0 = relay }
        do {
            let result = try await body(relay)
            try await listener.close()
            relay.cut()
            return result
        } catch {
            try await listener.close()
            relay.cut()
            throw error
        }
    }

    /// Says where connections lead from now on: to a port of this machine.
    package func lead(to port: Int) { state.withLock { $0.target = port } }

    /// Carries so many bytes more from clients, and none after them: their connections hang. nil carries everything.
    package func hold(after count: Int?) {
        state.withLock {
            $0.limit = count.map { [carried = $0.carried] in carried + $0 }
            $0.isHolding = false
        }
    }

    /// Bytes that clients have sent, and the server has got.
    package var carried: Int { state.withLock { $0.carried } }
    /// Connections so far.
    package var connectionCount: Int { state.withLock { $0.connectionCount } }
    /// Whether bytes are held up.
    package var isHolding: Bool { state.withLock { $0.isHolding } }

    /// Breaks all connections off.
    package func cut() {
        let channels = state.withLock { state in
            defer { state.channels = [:] }
            return state.channels.values
        }
        for channel in channels { channel.close(promise: nil) }
    }

    /// How many of these bytes of a client may go on.
    func admit(_ count: Int) -> Int {
        state.withLock { state in
            let admitted = state.limit.map { max(0, min(count, $0 - state.carried)) } ?? count
            state.carried += admitted
            if admitted < count { state.isHolding = true }
            return admitted
        }
    }

    private func accept(_ client: any Channel) -> EventLoopFuture<Void> {
        let target = state.withLock {
            $0.connectionCount += 1
            return $0.target
        }
        add(client)
        return ClientBootstrap(group: client.eventLoop)
            .channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: target)
            .flatMapThrowing { [self] server in
                add(server)
                try client.pipeline.syncOperations.addHandler(ByteRelayEnd(to: server, admitting: self))
                try server.pipeline.syncOperations.addHandler(ByteRelayEnd(to: client, admitting: nil))
                _ = client.setOption(.autoRead, value: true)
                _ = server.setOption(.autoRead, value: true)
            }
    }

    private func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        state.withLock { $0.channels[id] = channel }
        channel.closeFuture.whenComplete { [self] _ in state.withLock { _ = $0.channels.removeValue(forKey: id) } }
    }
}
