// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOSSL
internal import NIOTLS

/// Watches one connection's TLS handshake: ends it when it takes too long, and says so when the client refuses the
/// server's certificate.
///
/// It stands behind the TLS handler and passes everything on.
final class HandshakeObserver: ChannelInboundHandler {
    typealias InboundIn = NIOAny
    typealias InboundOut = NIOAny

    /// A connection that has not finished its handshake by then is one that only takes up room.
    private static let timeLimit = TimeAmount.seconds(15)

    /// The alerts of clients that refuse a certificate, as BoringSSL spells them.
    private static let refusals = [
        "ALERT_UNKNOWN_CA", "ALERT_CERTIFICATE_UNKNOWN", "ALERT_BAD_CERTIFICATE", "ALERT_CERTIFICATE_EXPIRED",
    ]

    private let whenRefused: @Sendable () -> Void
    private var deadline: Scheduled<Void>?

    init(whenRefused: @escaping @Sendable () -> Void) { self.whenRefused = whenRefused }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: Self.timeLimit) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { deadline?.cancel() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let text = "\(error)"
        if Self.refusals.contains(where: text.contains) { whenRefused() }
        context.fireErrorCaught(error)
    }
}
