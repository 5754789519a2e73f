// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOHTTP1

/// Sends a proxy one request, and tells what became of it.
final class ProxyTunnelHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private static let longestReason = 80

    private let head: HTTPRequestHead
    private let answered: EventLoopPromise<Void>
    private var isOpen = false

    /// - `answered`: fails with `ProxyRefusal` when the proxy says no.
    init(_ head: HTTPRequestHead, _ answered: EventLoopPromise<Void>) {
        self.head = head
        self.answered = answered
    }

    func channelActive(context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head) where (200..<300).contains(head.status.code): isOpen = true
        case .head(let head):
            // A stranger wrote it: no more of it than people read, and nothing that a terminal would obey.
            let reason = head.status.reasonPhrase.utf8.filter { (0x20...0x7e).contains($0) }.prefix(Self.longestReason)
            answered.fail(
                ProxyRefusal(
                    status: Int(head.status.code), reason: String(decoding: reason, as: UTF8.self),
                    fields: head.headers["Proxy-Authenticate"]))
        // Of a tunnel there is none: the parser sees to that.
        case .body: break
        case .end: if isOpen { answered.succeed() }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { answered.fail(error) }

    func channelInactive(context: ChannelHandlerContext) {
        answered.fail(ChannelError.eof)
        context.fireChannelInactive()
    }
}
