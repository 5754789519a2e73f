// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ConnectionListening
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// A small HTTP/1.1 server on a free port of 127.0.0.1 that goes wrong on purpose.
///
/// ```
/// try await FaultServer.with { server in
///     server.serve("/pack", bytes, faults: [.cut(after: 1000), .status(503, headers: [("Retry-After", "0")])])
///     … fetch server.url("/pack") with server.authorityPEM trusted: the third request gets the bytes …
///     #expect(server.requests.map(\.range) == [nil, "bytes=1000-", "bytes=1000-"])
/// }
/// ```
/// All methods may be called from any task. Connections end with the scope.
package final class FaultServer: Sendable {
    struct Waiter {
        let id: UInt64
        let condition: @Sendable (FaultServer.Progress) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    /// What has happened so far.
    package struct Progress: Sendable {
        package internal(set) var requests: [Request] = []
        /// Answers that wait for `release()` now.
        package internal(set) var stalledCount = 0
        /// Connections that have been accepted, and had their TLS handshake where there is one.
        package internal(set) var connectionCount = 0
        /// Answers that have been sent to their end, or to where they were to be cut.
        package internal(set) var answeredCount = 0
    }

    struct State {
        var resources: [String: ServedResource] = [:]
        var progress = Progress()
        var waiters: [Waiter] = []
        var nextWaiter: UInt64 = 1
        var stalls: [UInt64: AsyncStream<Void>.Continuation] = [:]
        var nextStall: UInt64 = 1
    }

    let state = Mutex(State())
    /// Whether it speaks TLS.
    package let isSecure: Bool
    /// The port on 127.0.0.1.
    package let port: Int
    /// The certificate of the authority that clients must trust; empty for a server without TLS.
    package let authorityPEM: String
    private let authority: FaultAuthority

    private init(isSecure: Bool, port: Int, authority: FaultAuthority, authorityPEM: String) {
        self.isSecure = isSecure
        self.port = port
        self.authority = authority
        self.authorityPEM = authorityPEM
    }

    /// A certificate by which the server would know a client, and its key, both as PEM.
    package func clientIdentity() throws -> (certificate: String, key: String) { try authority.client() }

    /// Runs a server while `body` runs; with no certificate it speaks plain HTTP.
    ///
    /// - `demandsClients`: whether it gives something only to clients with a certificate of its authority.
    /// - `port`: where it listens; 0 for a free one.
    package static func with<Result: Sendable>(
        certificate: Certificate? = .valid, demandsClients: Bool = false, port: Int = 0,
        _ body: (FaultServer) async throws -> Result
    ) async throws -> Result {
        let authority = try FaultAuthority()
        let authorityPEM = certificate == nil ? "" : try authority.pem()
        let context = try certificate.map { try authority.context($0, demandsClients: demandsClients) }
        let listener = try await ConnectionListener(
            ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1),
            bind: { $0.bind(host: "127.0.0.1", port: port) },
            wrap: { channel in
                let operations = channel.pipeline.syncOperations
                if let context { try operations.addHandler(NIOSSLServerHandler(context: context)) }
                try operations.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
                return try Connection(wrappingChannelSynchronously: channel)
            })
        let server = FaultServer(
            isSecure: certificate != nil, port: listener.channel.localAddress?.port ?? 0, authority: authority,
            authorityPEM: authorityPEM)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            // A listening socket that fails ends the server; the test then fails by its own requests.
            group.addTask { try? await listener.run { await server.serve($0) } }
            do {
                let result = try await body(server)
                group.cancelAll()
                return result
            } catch {
                group.cancelAll()
                throw error
            }
        }
    }

    /// The address of a path. `localhost` is covered by the certificate too.
    package func url(_ path: String, host: String = "127.0.0.1") -> String {
        "\(isSecure ? "https" : "http")://\(host):\(port)\(path)"
    }

    /// Puts bytes at a path, in place of what was there.
    ///
    /// The path has no query; requests may have one. The tag includes its quotes, and is made from the bytes when there
    /// is none. There is one fault for each request to come, and `finally` for the requests after those.
    package func serve(
        _ path: String, _ bytes: [UInt8], contentType: String = "application/octet-stream", entityTag: String? = nil,
        faults: [Fault] = [], finally: Fault = .none
    ) {
        let resource = ServedResource(
            bytes: bytes, contentType: contentType, entityTag: entityTag, faults: faults, finally: finally)
        state.withLock { $0.resources[path] = resource }
    }

    /// The tag that answers for a path carry when nothing is wrong.
    package func entityTag(_ path: String) -> String? { state.withLock { $0.resources[path]?.entityTag } }

    /// All requests so far.
    package var requests: [Request] { state.withLock { $0.progress.requests } }

    /// Lets all answers go on that wait at a `stall`: from now on they do not.
    package func release() {
        var stalls: [UInt64: AsyncStream<Void>.Continuation] = [:]
        note { state in
            swap(&stalls, &state.stalls)
            state.progress.stalledCount = 0
        }
        for stall in stalls.values { stall.finish() }
    }

    /// Waits until what has happened satisfies a condition: that two requests have come, that one stalls. It returns
    /// too when the task is cancelled, as by a test's time limit.
    package func wait(until condition: @escaping @Sendable (Progress) -> Bool) async {
        let id = state.withLock { state in
            defer { state.nextWaiter += 1 }
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isMet = state.withLock { state in
                    if Task.isCancelled || condition(state.progress) { return true }
                    state.waiters.append(Waiter(id: id, condition: condition, continuation: continuation))
                    return false
                }
                if isMet { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume()
        }
    }

    /// Takes note of something, and wakes those who waited for it.
    func note(_ change: (inout State) -> Void) {
        let met = state.withLock { state in
            change(&state)
            let progress = state.progress
            let met = state.waiters.filter { $0.condition(progress) }
            state.waiters.removeAll { $0.condition(progress) }
            return met
        }
        for waiter in met { waiter.continuation.resume() }
    }
}
