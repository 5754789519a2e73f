// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
package import NIOCore
package import NIOHTTP1

/// Those of HTTP/1, as its reader makes them. An answer is written as bytes, past who writes the others: it is one piece, which
/// TLS makes one record of.
package struct HTTP1PromptForm: PromptForm {
    /// Bytes that are copied behind the head, rather than written by themselves.
    private static let largestCopy = 12 << 10

    private let encoder: ChannelHandlerContext
    private let watch: ConnectionWatch?

    package init?(_ context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let encoder = try? pipeline.context(handlerType: HTTPResponseEncoder.self) else { return nil }
        self.encoder = encoder
        watch = try? pipeline.handler(type: ConnectionWatch.self)
    }

    package func piece(of part: HTTPServerRequestPart) -> PromptPiece {
        switch part {
        case .head(let head): .head(request(head))
        case .body: .body
        case .end(let trailers): .end(isPlain: trailers == nil)
        }
    }

    private func request(_ head: HTTPRequestHead) -> PromptRequest? {
        let fields = HTTP1Fields(head.headers)
        guard head.version == .http1_1, head.method == .GET || head.method == .HEAD,
            head.uri.utf8.first == UInt8(ascii: "/"),
            fields[.connection].map({ $0.lowercased() == "keep-alive" }) ?? true
        else { return nil }
        // One that names no host, or two, is refused by who looks after all requests.
        let hosts = head.headers["host"]
        guard hosts.count == 1 else { return nil }
        return PromptRequest(
            method: head.method == .GET ? .get : .head, target: head.uri, authority: hosts[0], fields: fields)
    }

    package func isEnd(_ part: HTTPServerResponsePart) -> Bool { if case .end = part { true } else { false } }

    package func write(_ response: PromptResponse, in context: ChannelHandlerContext) {
        watch?.noteExchange()
        let size = response.body?.readableBytes ?? 0
        var bytes = context.channel.allocator.buffer(capacity: 1_024 + (size <= Self.largestCopy ? size : 0))
        bytes.writeHTTP1Head(of: response)
        guard let body = response.body else { return encoder.write(NIOAny(bytes), promise: nil) }
        if size <= Self.largestCopy {
            bytes.writeImmutableBuffer(body)
            encoder.write(NIOAny(bytes), promise: nil)
        } else {
            encoder.write(NIOAny(bytes), promise: nil)
            encoder.write(NIOAny(body), promise: nil)
        }
    }
}
