// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HummingbirdCore
internal import HummingbirdHTTP2
internal import Logging
internal import NIOCore
internal import NIOSSL

/// A connection with HTTP/1.1 or HTTP/2 over TLS whose handshake is watched.
struct ObservedChannel: ServerChildChannel {
    typealias Value = HTTP2UpgradeChannel.Value

    let base: HTTP2UpgradeChannel
    let whenRefused: @Sendable () -> Void

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let whenRefused = whenRefused
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            // Next to the TLS handler: the negotiation of the protocol, which comes after it, keeps the event to itself by
            // which the end of the handshake is known.
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(
                HandshakeObserver(whenRefused: whenRefused),
                position: .after(try pipeline.handler(type: NIOSSLServerHandler.self)))
            return value
        }
    }

    @concurrent func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
