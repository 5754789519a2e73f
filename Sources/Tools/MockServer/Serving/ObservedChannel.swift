// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HummingbirdCore
internal import HummingbirdHTTP2
internal import Logging
internal import NIOCore

/// A connection with HTTP/1.1 or HTTP/2 over TLS whose handshake is watched.
struct ObservedChannel: ServerChildChannel {
    typealias Value = HTTP2UpgradeChannel.Value

    let base: HTTP2UpgradeChannel
    let whenRefused: @Sendable () -> Void

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let whenRefused = whenRefused
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            try channel.pipeline.syncOperations.addHandler(HandshakeObserver(whenRefused: whenRefused))
            return value
        }
    }

    @concurrent func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
