// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore
package import NIOPosix

/// Accepts connections, and serves each in a task of its own: whoever was accepted is served or dismissed, whenever the
/// end comes.
///
/// With NIO's own asynchronous `bind` a connection that is accepted while its reader is cancelled is dropped, and a
/// dropped `NIOAsyncChannel` ends the process.
package struct ConnectionListener<Connection: Sendable>: Sendable {
    /// Listens; its end is that of `run`.
    package let channel: any Channel
    private let connections: AsyncStream<Connection>
    private let arrivals: AsyncStream<Connection>.Continuation
    private let dismiss: @Sendable (Connection) async -> Void

    /// Begins to listen. It must be run then, for what is accepted waits for it.
    ///
    /// - `bind`: binds the bootstrap that it is given, to a place or a socket.
    /// - `wrap`: makes a connection of an accepted channel, on its event loop.
    /// - `dismiss`: closes a connection that came too late to be served.
    package init(
        _ bootstrap: ServerBootstrap, bind: (ServerBootstrap) -> EventLoopFuture<any Channel>,
        wrap: @escaping @Sendable (any Channel) throws -> Connection,
        dismiss: @escaping @Sendable (Connection) async -> Void
    ) async throws {
        let (connections, arrivals) = AsyncStream.makeStream(of: Connection.self)
        self.connections = connections
        self.arrivals = arrivals
        self.dismiss = dismiss
        channel = try await bind(
            bootstrap.childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let connection = try wrap(channel)
                    if case .terminated = arrivals.yield(connection) { Task { await dismiss(connection) } }
                }
            }
        ).get()
    }

    /// Serves until the task is cancelled or the channel is closed. The tasks that serve are cancelled then, and waited
    /// for.
    package func run(_ serve: @escaping @Sendable (Connection) async -> Void) async throws {
        // Not cancelled with its parent, for it has to take what was accepted before the end.
        let serving = Task {
            await withDiscardingTaskGroup { group in
                for await connection in connections {
                    group.addTask {
                        if channel.isActive { await serve(connection) } else { await dismiss(connection) }
                    }
                }
                group.cancelAll()
            }
        }
        let ended = await withTaskCancellationHandler {
            await channel.closeFuture.result
        } onCancel: {
            channel.close(promise: nil)
        }
        arrivals.finish()
        await serving.value
        try ended.get()
    }
}

extension ConnectionListener {
    /// For connections that are asynchronous channels, which may not just be let go of.
    package init<Inbound, Outbound>(
        _ bootstrap: ServerBootstrap, bind: (ServerBootstrap) -> EventLoopFuture<any Channel>,
        wrap: @escaping @Sendable (any Channel) throws -> Connection
    ) async throws where Connection == NIOAsyncChannel<Inbound, Outbound> {
        try await self.init(bootstrap, bind: bind, wrap: wrap) { connection in
            // Whether it was still there to be closed is nobody's concern.
            try? await connection.executeThenClose { _, _ in }
        }
    }
}

extension EventLoopFuture<Void> {
    /// What it ends with.
    fileprivate var result: Result<Void, any Error> {
        get async {
            do { return .success(try await get()) } catch { return .failure(error) }
        }
    }
}
