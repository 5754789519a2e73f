// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import NIOCore
import NIOPosix
import Testing

/// Connections that come while a server ends.
@Suite(.timeLimit(.minutes(2))) struct LateConnectionTests {
    @Test("Connections that come when a server ends are closed, and end nothing else", arguments: 0..<20)
    func late(_ number: Int) async throws {
        let channels = try await FaultServer.with(certificate: nil) { server in
            let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            let futures = (0..<50).map { _ in bootstrap.connect(host: "127.0.0.1", port: server.port) }
            return try await futures[number].get().eventLoop.makeSucceededFuture(futures).get()
        }
        for future in channels {
            // The rest may have come too late to be accepted at all.
            guard let channel = try? await future.get() else { continue }
            // A test whose time is up waits no longer.
            try await withTaskCancellationHandler {
                try await channel.closeFuture.get()
            } onCancel: {
                channel.close(promise: nil)
            }
        }
    }
}
