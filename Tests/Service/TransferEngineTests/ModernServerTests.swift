// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Logging
import NIOPosix
import NIOSSL
import Testing

@testable import TransferEngine

/// Transfers from a server that speaks HTTP/2 only.
@Suite(.timeLimit(.minutes(2)))
struct ModernServerTests {
    @Test func packsComeByHTTP2WhereThereIsNothingElse() async throws {
        try await TemporaryFolder.with { folder in
            let pack = try await ServedPacks.shared.pack()
            try await ModernServer.with { server in
                server.serve("/Pack.aar", pack.archive)
                server.serve("/Pack.blocks", pack.blocks)
                let logger = Logger(label: "test")
                let transport = try HTTPTransport(
                    group: .singleton, trustedPEM: [server.authorityPEM], logger: logger)
                let request = PackTransfer.Request(
                    entry: pack.entry, manifestURL: try HTTPAddress(server.url("/manifest")),
                    stagingPath: folder.path("spool"))
                for _ in 0..<2 {
                    _ = try await PackTransfer(transport: transport, logger: logger).run(request) { _ in }
                    #expect(try pack.isStaged(in: folder.path("spool")))
                    try FileManager.default.removeItem(atPath: folder.path("spool"))
                }
                // The first archive was asked for in vain by HTTP/1.1, on a connection of its own; that is remembered.
                #expect(server.paths.filter { $0 == "/Pack.aar" }.count == 2)
                #expect(server.connectionCount == 2)
                await transport.shutdown()
            }
        }
    }

    /// What an OpenSSL server's alert becomes in swift-nio-ssl, and what does not mean HTTP/2.
    @Test func otherFailuresAreNotTakenForIt() {
        #expect(!HTTPTransport.isRefusalOfHTTP1(CancellationError()))
        #expect(!HTTPTransport.isRefusalOfHTTP1(NIOSSLError.uncleanShutdown))
        #expect(!HTTPTransport.isRefusalOfHTTP1(NIOSSLError.handshakeFailed(.zeroReturn)))
    }
}
