// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Carries what a server says back to the client of a `FaultProxy`.
final class ProxyReturn: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let client: any Channel
    private let limit: Int?
    private var count = 0

    /// - `limit`: bytes after which both connections are broken off; nil for none.
    init(_ client: any Channel, limit: Int?) {
        self.client = client
        self.limit = limit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        count += bytes.readableBytes
        client.writeAndFlush(bytes, promise: nil)
        if let limit, count >= limit {
            client.close(promise: nil)
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { client.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
