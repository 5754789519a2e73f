// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOTLS

/// Tells the watch of a connection that its handshake has ended. It stands behind TLS.
final class HandshakeWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let connection: ConnectionWatch

    init(_ connection: ConnectionWatch) { self.connection = connection }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .handshakeCompleted = event as? TLSUserEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        connection.secure()
        context.fireUserInboundEventTriggered(event)
        // The last that it does: what it fires then goes nowhere.
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}

/// It belongs to the event loop of its connection.
@available(*, unavailable)
extension HandshakeWatch: Sendable {}
