// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOHTTP1

/// Answers the one request of a stream.
final class ModernAnswer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let server: ModernServer
    private var path = ""

    init(server: ModernServer) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): path = String(head.uri.prefix { $0 != "?" })
        case .body: break
        case .end:
            let bytes = server.bytes(at: path)
            let head = HTTPResponseHead(
                version: .http2, status: bytes == nil ? .notFound : .ok,
                headers: ["content-length": "\(bytes?.count ?? 0)"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if let bytes { context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil) }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
