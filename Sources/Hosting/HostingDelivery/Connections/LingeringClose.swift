// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore
package import NIOHTTPTypes

/// Takes the rest of a request before its connection of HTTP/1.1 is closed.
///
/// Where bytes are unread when it is closed the system resets it, and a client that sends all of its request before it reads never hears the
/// answer (RFC 9112, 9.6). The `ExchangeWatch` before it ends those who do not go on; nobody goes on for longer than half a minute.
package final class LingeringClose: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// As nginx has it (lingering_time).
    private static let longestTime = TimeAmount.seconds(30)

    private var isReadingBody = false
    /// What is to be closed then.
    private var closes: [(mode: CloseMode, promise: EventLoopPromise<Void>?)] = []
    private var end: Scheduled<Void>?

    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: isReadingBody = true
        case .body: break
        case .end: isReadingBody = false
        }
        guard !closes.isEmpty else { return context.fireChannelRead(data) }
        if !isReadingBody { closeNow(context) }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        // Whoever asked for more before asks no longer.
        if closes.isEmpty { context.fireChannelReadComplete() } else { context.read() }
    }

    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // A stream of HTTP/2 is reset without harm to its answer.
        let isStream = context.channel.parent?.parent != nil
        guard isReadingBody, mode != .input, !isStream, context.channel.isActive else {
            return context.close(mode: mode, promise: promise)
        }
        closes.append((mode, promise))
        guard end == nil else { return }
        end = context.eventLoop.assumeIsolated().scheduleTask(in: Self.longestTime) { self.closeNow(context) }
        context.read()
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Nothing more comes.
        if case .inputClosed? = event as? ChannelEvent { closeNow(context) }
        context.fireUserInboundEventTriggered(event)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        closeNow(context)
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) { closeNow(context) }

    private func closeNow(_ context: ChannelHandlerContext) {
        end?.cancel()
        let closes = closes
        (self.closes, end, isReadingBody) = ([], nil, false)
        for (mode, promise) in closes { context.close(mode: mode, promise: promise) }
    }
}

/// It belongs to the event loop of its connection.
@available(*, unavailable)
extension LingeringClose: Sendable {}
