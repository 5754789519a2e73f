// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ConnectionListening
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceInterface
internal import Synchronization

/// Accepts connections on the service's socket and serves each in a task of its own.
struct ServiceListener: Sendable {
    typealias Client = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Most connections at a time: more than one user's processes ever need, and few enough that the service keeps
    /// descriptors for its own work.
    private static let connectionLimit: Int = {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
        return min(512, max(8, Int(clamping: limit.rlim_cur) / 2))
    }()

    let group: MultiThreadedEventLoopGroup
    let table: MethodTable
    let interfaces: InterfaceDirectory
    let activity: ActivityMonitor
    let logger: Logger

    /// Serves until the task is cancelled.
    ///
    /// - `socket`: a listening Unix socket, which this takes over.
    /// - `onEnd`: what is done when a client has left.
    func run(
        socket: Int32, onConnection: @escaping @Sendable (Session) async -> Void,
        onEnd: @escaping @Sendable (Session) async -> Void
    ) async throws {
        // A client that only sends no more still reads its answers; one that is gone resets the connection.
        let bootstrap = ServerBootstrap(group: group).childChannelOption(.allowRemoteHalfClosure, value: true)
        let listener = try await ConnectionListener(
            bootstrap, bind: { $0.withBoundSocket(socket) }, wrap: Self.wrap, dismiss: dismiss)
        let userID = getuid()
        try await listener.run { client in
            guard let session = await admit(client, userID: userID, onConnection) else { return }
            await onEnd(session)
        }
    }

    /// Closes the connection of a client that came too late.
    private func dismiss(_ client: Client) async {
        do { try await client.executeThenClose { _, _ in } } catch { logger.debug("a client left: \(error)") }
    }

    /// Serves a client of this user until it leaves; another user's is refused before anything of it is read.
    private func admit(
        _ client: Client, userID: UInt32,
        _ onConnection: @escaping @Sendable (Session) async -> Void
    ) async -> Session? {
        do {
            let credentials = try await Self.credentials(of: client.channel) ?? Credentials()
            guard credentials.uid == userID else {
                return await refuse(
                    client,
                    "this service is of user \(userID) and serves no other, and process \(credentials.pid) is of user "
                        + "\(credentials.uid): use that user's own service")
            }
            guard activity.connectionCount < Self.connectionLimit else {
                return await refuse(
                    client,
                    "the service has \(Self.connectionLimit) connections, the most it takes: end some of the processes "
                        + "that hold them, then process \(credentials.pid) can connect")
            }
            return await serve(client, processID: credentials.pid, onConnection)
        } catch {
            logger.debug("a client left before it was known: \(error)")
            await dismiss(client)
            return nil
        }
    }

    /// Says why, and closes the connection; nothing that the client sent is looked at.
    private func refuse(_ client: Client, _ reason: String) async -> Session? {
        logger.warning("refused a connection: \(reason)")
        let error = ServiceError(.connectionRefused, reason)
        do {
            try await client.executeThenClose { _, outbound in
                try await ReplyWriter(outbound: outbound, oneway: false).fail(error.wireName, error.wireParameters)
            }
        } catch { logger.debug("a refused client left: \(error)") }
        return nil
    }

    private func serve(
        _ client: Client, processID: Int32,
        _ onConnection: @escaping @Sendable (Session) async -> Void
    ) async -> Session {
        let session = Session(id: activity.nextID(), processID: processID, caller: .tool)
        activity.opened(session)
        await onConnection(session)
        await connection(session).serve(client)
        activity.closed(session)
        return session
    }

    /// Serves an extension on the other end of a socket that it inherited.
    ///
    /// - `socket`: a connected socket, which this takes over.
    func serve(socket: Int32, session: Session) async {
        do {
            let channel = try await ClientBootstrap(group: group).withConnectedSocket(socket) { channel in
                channel.eventLoop.makeCompletedFuture { try Self.wrap(channel) }
            }
            await connection(session).serve(channel)
        } catch { logger.warning("the socket of an extension cannot be served: \(error)") }
    }

    private func connection(_ session: Session) -> Connection {
        Connection(session: session, activity: activity, table: table, interfaces: interfaces, logger: logger)
    }

    static func wrap(_ channel: any Channel) throws -> Client {
        try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(MessageDecoder()))
        return try NIOAsyncChannel(
            wrappingChannelSynchronously: channel,
            configuration: .init(
                backPressureStrategy: .init(lowWatermark: 4, highWatermark: 16), isOutboundHalfClosureEnabled: false))
    }

    private struct Credentials {
        var pid: Int32 = -1
        var uid: UInt32 = .max
        var gid: UInt32 = .max
    }

    /// SO_PEERCRED of the socket; the layout is that of `struct ucred`.
    private static func credentials(of channel: any Channel) async throws -> Credentials? {
        guard let provider = channel as? any SocketOptionProvider else { return nil }
        return try await provider.unsafeGetSocketOption(
            level: .socket, name: .init(rawValue: SO_PEERCRED)
        ).map { (value: Credentials) in value }.get()
    }
}
