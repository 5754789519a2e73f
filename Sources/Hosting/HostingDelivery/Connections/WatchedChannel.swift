// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HummingbirdCore
package import Logging
package import NIOCore
internal import NIOSSL

/// Connections over TLS that are watched from their first byte.
package struct WatchedChannel<Inner: ServerChildChannel>: ServerChildChannel {
    private let inner: Inner
    private let times: ConnectionTimes
    private let crowd: ConnectionCrowd?

    /// - `inner`: sets up TLS at first, and then what has an `ExchangeWatch` for each connection or stream.
    package init(_ inner: Inner, times: ConnectionTimes, crowd: ConnectionCrowd?) {
        self.inner = inner
        self.times = times
        self.crowd = crowd
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Inner.Value> {
        do {
            try channel.pipeline.syncOperations.addHandler(ConnectionWatch(times, crowd: crowd))
        } catch { return channel.eventLoop.makeFailedFuture(error) }
        return inner.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(
                HandshakeWatch(try pipeline.handler(type: ConnectionWatch.self)),
                position: .after(try pipeline.handler(type: NIOSSLServerHandler.self)))
            return value
        }
    }

    package func handle(value: Inner.Value, logger: Logger) async { await inner.handle(value: value, logger: logger) }
}
