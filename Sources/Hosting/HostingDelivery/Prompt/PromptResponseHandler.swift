// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Answers requests that a `PromptResponder` knows the answers of, and passes on the others.
///
/// It stands in front of what counts the idle time of a connection, which does not see what is answered here: now and then a request
/// is passed on for that.
package final class PromptResponseHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// Bytes that are written before a connection is asked whether it takes more.
    private static let mostUnflushed = 32 << 10

    private let responder: any PromptResponder
    private let longestSilence: TimeAmount
    private var lastPassed: NIODeadline?
    /// A request whose end has not come yet: it may have a body.
    private var held: HTTPRequest?
    /// Requests that were passed on, and have not been answered.
    private var passed = 0
    private var hasWritten = false
    private var unflushed = 0

    /// - `longestSilence`: for which no request is passed on, at most; shorter than connections may be idle.
    package init(_ responder: any PromptResponder, longestSilence: TimeAmount = .seconds(20)) {
        self.responder = responder
        self.longestSilence = longestSilence
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let request):
            // Answers go out in the order of their requests, and no faster than they are taken.
            guard passed == 0, held == nil, request.method == .get || request.method == .head,
                request.headerFields[.connection].map({ $0.lowercased() == "keep-alive" }) ?? true,
                context.channel.isWritable,
                let lastPassed, .now() - lastPassed < longestSilence
            else { return pass(request, data, context) }
            held = request
        case .body:
            passHeld(context)
            context.fireChannelRead(data)
        case .end(let trailers):
            guard let request = held else { return context.fireChannelRead(data) }
            guard trailers == nil, let response = responder.promptResponse(to: request) else {
                passHeld(context)
                return context.fireChannelRead(data)
            }
            held = nil
            write(response, context)
        }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        flush(context)
        context.fireChannelReadComplete()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { passed -= 1 }
        context.write(data, promise: promise)
    }

    private func pass(_ request: HTTPRequest, _ data: NIOAny, _ context: ChannelHandlerContext) {
        passHeld(context)
        passed += 1
        lastPassed = .now()
        context.fireChannelRead(data)
    }

    private func passHeld(_ context: ChannelHandlerContext) {
        guard let request = held else { return }
        held = nil
        passed += 1
        lastPassed = .now()
        context.fireChannelRead(wrapInboundOut(.head(request)))
    }

    private func write(_ response: PromptResponse, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(response.head)), promise: nil)
        if let body = response.body { context.write(wrapOutboundOut(.body(body)), promise: nil) }
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        hasWritten = true
        // What is not flushed is nobody's concern yet: thousands of requests that come at once, by a client that takes no answer,
        // would have all their answers in memory.
        unflushed += response.body?.readableBytes ?? 0
        if unflushed > Self.mostUnflushed { flush(context) }
    }

    private func flush(_ context: ChannelHandlerContext) {
        guard hasWritten else { return }
        (hasWritten, unflushed) = (false, 0)
        context.flush()
    }
}

/// It belongs to the event loop of its connection.
@available(*, unavailable)
extension PromptResponseHandler: Sendable {}
