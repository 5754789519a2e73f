// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingIdentity
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOEmbedded
import NIOSSL
import Testing

@testable import MockServer

/// The time that a connection has for its handshake, with real TLS and a clock that is driven.
struct HandshakeLimitTests {
    /// A server's end of a connection, set up as ba-serve sets up its own.
    private func server(in data: ServerDataFolder) async throws -> NIOAsyncTestingChannel {
        let identity = try ServerIdentity.own(for: ListenAddress(host: nil).certificateHosts, in: data.identity)
            .identity
        let observed = ObservedChannel(
            base: try HTTP2UpgradeChannel(tlsConfiguration: try identity.tlsConfiguration()) { _, _, _ in },
            whenRefused: {})
        let channel = NIOAsyncTestingChannel()
        let logger = Logger(label: "test")
        _ = try await channel.eventLoop.flatSubmit { observed.setup(channel: channel, logger: logger).map { _ in } }
            .get()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 8443)).get()
        return channel
    }

    private func shakeHands(_ server: NIOAsyncTestingChannel, offering protocolName: String) async throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.applicationProtocols = [protocolName]
        let context = try NIOSSLContext(configuration: configuration)
        let client = NIOAsyncTestingChannel()
        try await client.eventLoop.submit {
            try client.pipeline.syncOperations.addHandler(
                NIOSSLClientHandler(context: context, serverHostname: "localhost"))
        }.get()
        try await client.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 8443)).get()
        while true {
            var isQuiet = true
            while let bytes = try await client.readOutbound(as: ByteBuffer.self) {
                isQuiet = false
                try await server.writeInbound(bytes)
            }
            while let bytes = try await server.readOutbound(as: ByteBuffer.self) {
                isQuiet = false
                try await client.writeInbound(bytes)
            }
            if isQuiet { return }
        }
    }

    @Test("A connection lives on after its handshake, however long it lasts", arguments: ["http/1.1", "h2"])
    func aConnectionLivesOn(_ protocolName: String) async throws {
        try await withTemporaryFolder { root async throws in
            let server = try await server(in: ServerDataFolder(path: root + "/data"))
            try await shakeHands(server, offering: protocolName)
            await server.testingEventLoop.advanceTime(by: .seconds(3600))
            #expect(server.isActive)
        }
    }

    @Test("A connection without a handshake is ended") func aConnectionWithoutAHandshake() async throws {
        try await withTemporaryFolder { root async throws in
            let server = try await server(in: ServerDataFolder(path: root + "/data"))
            await server.testingEventLoop.advanceTime(by: .seconds(14))
            #expect(server.isActive)
            await server.testingEventLoop.advanceTime(by: .seconds(2))
            #expect(!server.isActive)
        }
    }
}
