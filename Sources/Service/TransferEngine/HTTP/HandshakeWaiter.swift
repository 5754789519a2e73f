// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOTLS

/// Tells when a handshake is done, or what it failed with.
final class HandshakeWaiter: ChannelInboundHandler {
    typealias InboundIn = Any

    private let finished: EventLoopPromise<Void>

    init(_ finished: EventLoopPromise<Void>) { self.finished = finished }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { finished.succeed() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finished.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { finished.fail(ChannelError.eof) }
}
