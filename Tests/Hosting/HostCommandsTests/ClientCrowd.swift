// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import NIOCore
import NIOPosix
import NIOSSL
import Testing

/// Many connections of clients that do as little as they can.
final class ClientCrowd: Sendable {
    /// What each does.
    enum Manner: String, CaseIterable, CustomTestStringConvertible {
        /// Connects, and says nothing.
        case silent
        /// Begins a handshake of TLS.
        case halfGreeting
        /// Sends the head of a request, a byte at a time.
        case slowHead
        /// Announces a body, and sends it a byte at a time.
        case slowBody
        /// Announces a body, and sends some of it.
        case halfBody
        /// Asks for much, and takes nothing.
        case deaf
        /// The same by HTTP/2, whose streams may send nothing.
        case closedStreams
        /// Makes a connection of HTTP/2, and does nothing with it, not even answer pings.
        case idleHTTP2
        /// Makes a connection, and does nothing with it.
        case idle

        var testDescription: String { rawValue }
        fileprivate var isSecure: Bool { self != .silent && self != .halfGreeting }
        fileprivate var isHTTP2: Bool { self == .closedStreams || self == .idleHTTP2 }

        /// At once, and then each while.
        fileprivate func bytes(_ path: String) -> (first: [UInt8], later: [UInt8]) {
            let post = "POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
            return switch self {
            case .silent, .idle: ([], [])
            case .halfGreeting: ([0x16, 3, 1, 2, 0, 1], [])
            case .slowHead: (Array("GET / HTTP/1.1\r\nX-".utf8), Array("x".utf8))
            case .slowBody: (Array(post.utf8), Array("x".utf8))
            case .halfBody: (Array(post.utf8) + [UInt8](repeating: 32, count: 10_000), [])
            case .deaf:
                (Array(String(repeating: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 200).utf8), [])
            case .closedStreams:
                (HTTP2Bytes.preface(window: 0) + (0..<8).flatMap { HTTP2Bytes.get(path, stream: 2 * $0 + 1) }, [])
            case .idleHTTP2: (HTTP2Bytes.preface(window: 65_535), [])
            }
        }
    }

    private let channels: [any Channel]

    private init(_ channels: [any Channel]) { self.channels = channels }

    /// Opens connections, and begins.
    ///
    /// - `path`: of what is asked for.
    /// - `pause`: between bytes that come one at a time.
    static func open(
        _ count: Int, _ manner: Manner, port: Int, path: String = "/ba/v1/openapi.json",
        pause: TimeAmount = .milliseconds(300)
    ) async throws -> ClientCrowd {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.applicationProtocols = [manner.isHTTP2 ? "h2" : "http/1.1"]
        let tls = try NIOSSLContext(configuration: configuration)
        @Sendable func connect() async throws -> any Channel {
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(.seconds(120)).channelOption(.socketOption(.so_rcvbuf), value: 8_192)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        if manner.isSecure {
                            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: "localhost"))
                        }
                        try pipeline.addHandler(
                            SlowClient(manner.bytes(path), manner, pause: pause, on: channel.eventLoop))
                    }
                }
                .connect(host: "127.0.0.1", port: port).get()
            try await channel.pipeline.handler(type: SlowClient.self).flatMap { $0.begun }.get()
            return channel
        }
        var channels: [any Channel] = []
        // So many at a time as a queue of connections takes. A server that is busy with those before may refuse some.
        for start in stride(from: 0, to: count, by: 100) {
            channels += await withTaskGroup(of: (any Channel)?.self) { group in
                for _ in start..<min(count, start + 100) { group.addTask { try? await connect() } }
                return await group.reduce(into: []) { if let channel = $1 { $0.append(channel) } }
            }
        }
        return ClientCrowd(channels)
    }

    /// Of those that the server let begin. Some may have been ended since.
    var count: Int { channels.count }

    var openCount: Int { channels.count { $0.isActive } }

    func close() async {
        for channel in channels { channel.close(promise: nil) }
        for channel in channels { try? await channel.closeFuture.get() }
    }

    /// When the server has ended all of them.
    func ended() async throws { try await eventually { openCount == 0 } }
}
