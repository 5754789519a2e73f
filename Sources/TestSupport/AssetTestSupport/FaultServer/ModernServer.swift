// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTP2
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// A server on a free port of 127.0.0.1 that speaks HTTP/2 and nothing older.
package final class ModernServer: Sendable {
    private struct State {
        var resources: [String: [UInt8]] = [:]
        var paths: [String] = []
        var connectionCount = 0
    }

    private let state = Mutex(State())
    /// The port on 127.0.0.1.
    package let port: Int
    /// The certificate of the authority that clients must trust.
    package let authorityPEM: String

    private init(port: Int, authorityPEM: String) {
        self.port = port
        self.authorityPEM = authorityPEM
    }

    /// Runs a server while `body` runs.
    package static func with<Result: Sendable>(
        _ body: (ModernServer) async throws -> Result
    ) async throws -> Result {
        let authority = try FaultAuthority()
        let context = try authority.context(.valid, protocols: ["h2"])
        let box = Mutex<ModernServer?>(nil)
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                guard let server = box.withLock({ $0 }) else { return channel.close() }
                return server.configure(channel, context)
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = ModernServer(port: channel.localAddress?.port ?? 0, authorityPEM: try authority.pem())
        box.withLock { $0 = server }
        do {
            let result = try await body(server)
            try await channel.close()
            return result
        } catch {
            try await channel.close()
            throw error
        }
    }

    private func configure(_ channel: any Channel, _ context: NIOSSLContext) -> EventLoopFuture<Void> {
        state.withLock { $0.connectionCount += 1 }
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
                mode: .server, connectionConfiguration: .init(), streamConfiguration: .init()
            ) { stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandlers(
                        HTTP2FramePayloadToHTTP1ServerCodec(), ModernAnswer(server: self))
                }
            }
        }
    }

    /// The address of a path.
    package func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }

    /// Puts bytes at a path.
    package func serve(_ path: String, _ bytes: [UInt8]) { state.withLock { $0.resources[path] = bytes } }

    /// The paths that were asked for, in order.
    package var paths: [String] { state.withLock { $0.paths } }

    /// Connections that have been accepted.
    package var connectionCount: Int { state.withLock { $0.connectionCount } }

    func bytes(at path: String) -> [UInt8]? {
        state.withLock { state in
            state.paths.append(path)
            return state.resources[path]
        }
    }
}
