// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// A small HTTP proxy on a free port of 127.0.0.1 that makes ways to servers by CONNECT, and goes wrong on purpose.
///
/// ```
/// try await FaultProxy.with { proxy in
///     proxy.behave(finally: .demand(["Basic realm=\"office\""], unless: "Basic dTpw"))
///     … fetch through proxy.port …
///     #expect(proxy.connects.map { $0["Proxy-Authorization"] } == [nil, "Basic dTpw"])
/// }
/// ```
/// All methods may be called from any task. Connections end with the scope.
package final class FaultProxy: Sendable {
    /// A CONNECT, or another request, as it came.
    package struct Request: Sendable {
        package let method: String
        package let target: String
        package let headers: [(name: String, value: String)]

        /// The first field of this name, in any case.
        package subscript(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }

    private struct State {
        var behaviors: [ProxyBehavior] = []
        var last = ProxyBehavior.tunnel
        var requests: [Request] = []
        var channels: [ObjectIdentifier: any Channel] = [:]
        var tunnelCount = 0
    }

    private let state = Mutex(State())
    /// The port on 127.0.0.1.
    package let port: Int

    private init(port: Int) { self.port = port }

    /// Runs a proxy while `body` runs.
    ///
    /// - `port`: where it listens; 0 for a free one.
    package static func with<Result: Sendable>(
        port: Int = 0, _ body: (FaultProxy) async throws -> Result
    ) async throws -> Result {
        let box = Mutex<FaultProxy?>(nil)
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                guard let proxy = box.withLock({ $0 }) else { return channel.close() }
                proxy.add(channel)
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ProxyConnection(proxy))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        let proxy = FaultProxy(port: listener.localAddress?.port ?? 0)
        box.withLock { $0 = proxy }
        do {
            let result = try await body(proxy)
            try await listener.close()
            proxy.cut()
            return result
        } catch {
            try await listener.close()
            proxy.cut()
            throw error
        }
    }

    /// As `http_proxy` and its kin name it.
    package var address: String { "http://127.0.0.1:\(port)" }

    /// Has the next requests answered so, one behaviour each, and those after them as `last` says.
    package func behave(_ behaviors: [ProxyBehavior] = [], finally last: ProxyBehavior = .tunnel) {
        state.withLock {
            $0.behaviors = behaviors
            $0.last = last
        }
    }

    /// All requests so far.
    package var requests: [Request] { state.withLock { $0.requests } }
    /// The CONNECTs so far.
    package var connects: [Request] { requests.filter { $0.method == "CONNECT" } }
    /// Ways that were made so far.
    package var tunnelCount: Int { state.withLock { $0.tunnelCount } }

    /// Breaks all connections off.
    package func cut() {
        let channels = state.withLock { state in
            defer { state.channels = [:] }
            return state.channels.values
        }
        for channel in channels { channel.close(promise: nil) }
    }

    /// Takes note of a request, and says what is done about it.
    func behavior(for request: Request) -> ProxyBehavior {
        state.withLock { state in
            state.requests.append(request)
            return state.behaviors.isEmpty ? state.last : state.behaviors.removeFirst()
        }
    }

    func noteTunnel() { state.withLock { $0.tunnelCount += 1 } }

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        state.withLock { $0.channels[id] = channel }
        channel.closeFuture.whenComplete { [self] _ in state.withLock { _ = $0.channels.removeValue(forKey: id) } }
    }
}
