// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Carries what comes from one end of a `ByteRelay` to the other.
final class ByteRelayEnd: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel
    /// nil for what a server says.
    private let relay: ByteRelay?
    private var isHeld = false

    init(to other: any Channel, admitting relay: ByteRelay?) {
        self.other = other
        self.relay = relay
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard !isHeld else { return }
        let admitted = relay?.admit(bytes.readableBytes) ?? bytes.readableBytes
        if admitted < bytes.readableBytes {
            // Nobody gets the rest: the connection is broken off sooner or later.
            isHeld = true
            _ = context.channel.setOption(.autoRead, value: false)
        }
        guard let piece = bytes.readSlice(length: admitted), piece.readableBytes > 0 else { return }
        // One at a time: what the server does not take yet stays with the client.
        context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
        let channel = context.channel
        let isLast = isHeld
        other.writeAndFlush(piece).whenComplete { _ in
            if !isLast { channel.setOption(.autoRead, value: true).whenFailure { _ in } }
        }
    }

    func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
