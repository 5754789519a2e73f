// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import SystemSupport
package import Varlink

/// Calls a paired machine.
package struct LinkClient: Sendable {
    typealias Socket = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private let identity: LinkIdentity
    /// For the connection, and again for the handshake.
    private let patience: TimeAmount

    /// - `seconds`: for which the other machine is waited for.
    package init(identity: LinkIdentity, seconds: Int64 = 5) {
        self.identity = identity
        patience = .seconds(seconds)
    }

    /// Connects to a machine, and does something with a connection on which it answers the methods of
    /// `backgroundassets.v1.Debug`.
    ///
    /// - `fingerprint`: the certificate that it must have.
    package func with<Value: Sendable>(
        _ address: LinkAddress, expecting fingerprint: Fingerprint,
        _ body: @Sendable (VarlinkConnection) async throws -> Value
    ) async throws -> Value {
        let (socket, _) = try await connect(to: address, expecting: fingerprint)
        let (connection, near): (VarlinkConnection, Socket)
        do { (connection, near) = try await Self.socketPair(address) } catch {
            await Self.close(socket)
            throw error
        }
        let answers = LinkAnswers()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // Either end may leave first; what a call has failed with is told by the call.
                try? await Self.join(near, socket, answers)
                connection.close()
            }
            defer {
                connection.close()
                group.cancelAll()
            }
            do { return try await body(connection) } catch {
                if let refusal = Self.refusal(error, address, hasAnswered: answers.haveCome) { throw refusal }
                throw error
            }
        }
    }

    /// A connection, and its other end.
    private static func socketPair(_ address: LinkAddress) async throws -> (VarlinkConnection, Socket) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw LinkError.connection(address: "\(address)", reason: String(cString: strerror(errno)))
        }
        let connection = VarlinkConnection(descriptor: OwnedDescriptor(taking: ends[0]))
        let near = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .withConnectedSocket(ends[1]) { channel in
                channel.eventLoop.makeCompletedFuture { try Socket(wrappingChannelSynchronously: channel) }
            }
        return (connection, near)
    }

    /// Closes what nothing more is done with: it may not just be let go of.
    static func close(_ socket: Socket) async { try? await socket.executeThenClose { _, _ in } }

    /// Connects, and shakes hands.
    ///
    /// - `fingerprint`: the certificate that it must have; nil for any.
    func connect(
        to address: LinkAddress, expecting fingerprint: Fingerprint?
    ) async throws(LinkError) -> (Socket, Fingerprint) {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let handshake = LinkHandshake(on: loop)
        let socket: Socket
        do {
            let context = try NIOSSLContext(configuration: identity.configuration(isServer: false))
            let verify = handshake.verify { fingerprint == nil || $0 == fingerprint }
            socket = try await ClientBootstrap(group: loop).connectTimeout(patience)
                .connect(host: address.host, port: address.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandlers(
                            NIOSSLClientHandler(
                                context: context, serverHostname: nil, customVerificationCallback: verify),
                            handshake.makeHandler())
                        return try Socket(wrappingChannelSynchronously: channel)
                    }
                }
        } catch {
            handshake.fail(error)
            throw .connection(address: "\(address)", reason: LinkError.reason(error))
        }
        let limit = loop.scheduleTask(in: patience) { socket.channel.close(promise: nil) }
        defer { limit.cancel() }
        do {
            try await handshake.wait()
            guard let shown = handshake.fingerprint else { throw ChannelError.eof }
            return (socket, shown)
        } catch {
            await Self.close(socket)
            if let fingerprint, let shown = handshake.fingerprint, shown != fingerprint {
                throw .otherCertificate(address: "\(address)", words: "\(shown)")
            }
            throw .connection(address: "\(address)", reason: LinkError.reason(error))
        }
    }

    /// What the other machine means by its refusal, or by ending the connection with an alert: in TLS 1.3 it looks at our certificate when the
    /// handshake is done for us.
    ///
    /// - `hasAnswered`: whether it has let us in, for it has said something.
    static func refusal(_ error: any Error, _ address: LinkAddress, hasAnswered: Bool) -> LinkError? {
        switch error as? VarlinkError {
        case .remote(LinkMessage.busy, _): .busy(address: "\(address)")
        case .connectionClosed where hasAnswered:
            .connection(address: "\(address)", reason: "it has ended the connection")
        case .connectionClosed: .notPaired(address: "\(address)")
        default: nil
        }
    }

    /// Carries bytes in both directions until one end is closed.
    static func join(_ one: Socket, _ other: Socket, _ answers: LinkAnswers) async throws {
        try await one.executeThenClose { oneIn, oneOut in
            try await other.executeThenClose { otherIn, otherOut in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { for try await bytes in oneIn { try await otherOut.write(bytes) } }
                    group.addTask {
                        for try await bytes in otherIn {
                            answers.note()
                            try await oneOut.write(bytes)
                        }
                    }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        }
    }
}
