// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOPosix
internal import NIOSSL

/// Lets paired machines debug this one: TLS 1.3 with certificates of both, and nothing but the methods of
/// `backgroundassets.v1.Debug`, which go on to the user's service.
package struct LinkServer: Sendable {
    typealias Socket = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Connections at a time.
    private static let connectionLimit = 32
    /// For a handshake.
    private static let patience = TimeAmount.seconds(10)

    struct Accepted: Sendable {
        let socket: Socket
        let handshake: LinkHandshake
    }

    let identity: LinkIdentity
    let peers: PairedPeers
    let hosts: PairedHosts
    /// Who decides about machines that are not paired; nil when none may be.
    let pairing: PairingDesk?
    /// Sees to it that the service runs, and tells the path of its socket.
    let service: @Sendable () async throws -> String
    /// Told what happens, a line each.
    let log: @Sendable (String) -> Void

    package init(
        identity: LinkIdentity, peers: PairedPeers, pairing: PairingDesk?,
        service: @escaping @Sendable () async throws -> String, log: @escaping @Sendable (String) -> Void
    ) {
        self.identity = identity
        self.peers = peers
        hosts = PairedHosts(peers)
        self.pairing = pairing
        self.service = service
        self.log = log
    }

    /// Listens until the task is cancelled.
    ///
    /// - `started`: told where it listens, when it does.
    package func run(on address: LinkAddress, started: @Sendable (LinkAddress) -> Void) async throws {
        let listener: NIOAsyncChannel<Accepted, Never>
        do {
            let context = try NIOSSLContext(configuration: identity.configuration(isServer: true))
            listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: address.host, port: address.port) { [hosts, pairing, log] channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handshake = LinkHandshake(on: channel.eventLoop)
                        let verify = handshake.verify { fingerprint in
                            if pairing != nil { return true }
                            do throws(LinkError) { return try hosts.contains(fingerprint) } catch {
                                log("\(fingerprint) is not let in: \(error)")
                                return false
                            }
                        }
                        let handler = NIOSSLServerHandler(context: context, customVerificationCallback: verify)
                        try channel.pipeline.syncOperations.addHandlers(handler, handshake.makeHandler())
                        return Accepted(
                            socket: try Socket(wrappingChannelSynchronously: channel), handshake: handshake)
                    }
                }
        } catch { throw LinkError.listening(address: "\(address)", reason: "\(error)") }
        let place = LinkAddress(host: address.host, port: listener.channel.localAddress?.port ?? address.port)
        started(place)
        // It is the listener that is ended, and not the loop that is cancelled: what has been accepted must be closed.
        let loop = Task { try await accept(listener) }
        try await withTaskCancellationHandler {
            try await loop.value
        } onCancel: {
            listener.channel.close(promise: nil)
        }
    }

    private func accept(_ listener: NIOAsyncChannel<Accepted, Never>) async throws {
        try await listener.executeThenClose { inbound in
            try await withThrowingDiscardingTaskGroup { group in
                let seats = Seats(Self.connectionLimit)
                for try await accepted in inbound {
                    guard seats.take() else {
                        log("too many connections: one is refused")
                        group.addTask { await LinkClient.close(accepted.socket) }
                        continue
                    }
                    group.addTask {
                        await serve(accepted)
                        seats.leave()
                    }
                }
                group.cancelAll()
            }
        }
    }

    private func serve(_ accepted: Accepted) async {
        let channel = accepted.socket.channel
        let limit = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        do {
            try await accepted.socket.executeThenClose { inbound, outbound in
                try await accepted.handshake.wait()
                limit.cancel()
                guard let fingerprint = accepted.handshake.fingerprint else { return }
                let relay = LinkRelay(server: self, fingerprint: fingerprint)
                try await relay.run(inbound, outbound)
            }
        } catch {
            limit.cancel()
            log("a connection from \(channel.remoteAddress?.ipAddress ?? "?") ended: \(error)")
        }
    }
}
