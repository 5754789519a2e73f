// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ConnectionListening
internal import NIOCore
internal import NIOPosix
internal import NIOSSL

/// Lets paired machines debug this one: TLS 1.3 with certificates of both, and nothing but the methods of
/// `backgroundassets.v1.Debug`, which go on to the user's service.
package struct LinkServer: Sendable {
    typealias Socket = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Connections of paired machines at a time, and of one of them.
    static let connectionLimit = 32
    static let connectionLimitPerMachine = 8

    struct Accepted: Sendable {
        let socket: Socket
        let handshake: LinkHandshake
        /// In the lobby.
        let number: UInt64
        /// Where it comes from. The connection itself does not tell any more once it has ended.
        let origin: String
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
    /// For a handshake and the first message together.
    private let patience: TimeAmount

    /// - `seconds`: for which a connection is waited for to say what it wants.
    package init(
        identity: LinkIdentity, peers: PairedPeers, pairing: PairingDesk?,
        service: @escaping @Sendable () async throws -> String, log: @escaping @Sendable (String) -> Void,
        seconds: Int64 = 10
    ) {
        self.identity = identity
        self.peers = peers
        hosts = PairedHosts(peers)
        self.pairing = pairing
        self.service = service
        self.log = log
        patience = .seconds(seconds)
    }

    /// Listens until the task is cancelled.
    ///
    /// - `started`: told where it listens, when it does.
    package func run(on address: LinkAddress, started: @Sendable (LinkAddress) -> Void) async throws {
        let lobby = Lobby(log: log)
        let listener: ConnectionListener<Accepted>
        do {
            let context = try NIOSSLContext(configuration: identity.configuration(isServer: true))
            listener = try await ConnectionListener(
                ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1),
                bind: { $0.bind(host: address.host, port: address.port) },
                wrap: { try wrap($0, context, lobby) },
                dismiss: { accepted in
                    await LinkClient.close(accepted.socket)
                    lobby.forget(accepted.number)
                })
        } catch { throw LinkError.listening(address: "\(address)", reason: LinkError.reason(error)) }
        started(LinkAddress(host: address.host, port: listener.channel.localAddress?.port ?? address.port))
        let seats = Seats<Fingerprint>(Self.connectionLimit, perHolder: Self.connectionLimitPerMachine)
        try await listener.run { accepted in
            await serve(accepted, seats) {
                lobby.leave(accepted.number)
            } wasSentAway: {
                lobby.hasSentAway(accepted.number)
            }
            lobby.forget(accepted.number)
        }
    }

    /// Whoever is not paired gets through the handshake only where machines may be paired.
    private func wrap(_ channel: any Channel, _ context: NIOSSLContext, _ lobby: Lobby) throws -> Accepted {
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
        let socket = try Socket(wrappingChannelSynchronously: channel)
        // Here, for here they are in the order in which they come.
        return Accepted(
            socket: socket, handshake: handshake, number: lobby.enter(channel),
            origin: channel.remoteAddress?.ipAddress ?? "a machine that has gone")
    }

    /// - `leave`: the connection is a stranger's no longer.
    /// - `wasSentAway`: whether it was ended for others, which needs no line of its own.
    private func serve(
        _ accepted: Accepted, _ seats: Seats<Fingerprint>, leave: @escaping @Sendable () -> Void,
        wasSentAway: @Sendable () -> Bool
    ) async {
        let channel = accepted.socket.channel
        let limit = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
        defer { limit.cancel() }
        do {
            try await accepted.socket.executeThenClose { inbound, outbound in
                try await accepted.handshake.wait()
                guard let fingerprint = accepted.handshake.fingerprint else { return }
                let relay = LinkRelay(server: self, fingerprint: fingerprint)
                guard try hosts.contains(fingerprint) else {
                    return try await relay.run(inbound, outbound) {
                        leave()
                        limit.cancel()
                    }
                }
                leave()
                guard seats.take(fingerprint) else {
                    log("\(fingerprint) has too many connections: one is refused")
                    return try await relay.refuse(inbound, outbound)
                }
                defer { seats.leave(fingerprint) }
                try await relay.run(inbound, outbound) { limit.cancel() }
            }
        } catch {
            if wasSentAway() || error is CancellationError { return }
            log("a connection from \(accepted.origin) ended: \(LinkError.reason(error))")
        }
    }
}
