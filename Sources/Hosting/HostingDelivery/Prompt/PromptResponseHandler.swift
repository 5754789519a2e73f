// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// Answers requests that a `PromptResponder` knows the answers of, and passes on the others.
///
/// It stands in front of what counts the idle time of a connection, which does not see what is answered here: now and then a request
/// is passed on for that.
package final class PromptResponseHandler<Form: PromptForm>: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = Form.RequestPart
    package typealias InboundOut = Form.RequestPart
    package typealias OutboundIn = Form.ResponsePart
    package typealias OutboundOut = Form.ResponsePart

    /// Bytes that are written before a connection is asked whether it takes more.
    private static var mostUnflushed: Int { 32 << 10 }

    private let responder: any PromptResponder
    private let longestSilence: TimeAmount
    private var form: Form?
    private var lastPassed: NIODeadline?
    /// A request whose end has not come yet: it may have a body.
    private var held: (request: PromptRequest, part: Form.RequestPart)?
    /// Requests that were passed on, and have not been answered.
    private var passed = 0
    private var hasWritten = false
    private var unflushed = 0

    /// - `longestSilence`: for which no request is passed on, at most; shorter than connections may be idle.
    package init(_ responder: any PromptResponder, longestSilence: TimeAmount = .seconds(20)) {
        self.responder = responder
        self.longestSilence = longestSilence
    }

    package func handlerAdded(context: ChannelHandlerContext) { form = Form(context) }

    package func handlerRemoved(context: ChannelHandlerContext) { form = nil }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch form?.piece(of: part) {
        case .head(let request):
            // Answers go out in the order of their requests, and no faster than they are taken.
            guard let request, passed == 0, held == nil, context.channel.isWritable, let lastPassed,
                .now() - lastPassed < longestSilence
            else { return pass(part, context) }
            held = (request, part)
        case .end(let isPlain):
            guard let held else { return context.fireChannelRead(data) }
            guard isPlain, let response = responder.promptResponse(to: held.request) else {
                passHeld(context)
                return context.fireChannelRead(data)
            }
            self.held = nil
            write(response, context)
        case .body, nil:
            passHeld(context)
            context.fireChannelRead(data)
        }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        flush(context)
        context.fireChannelReadComplete()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if form?.isEnd(unwrapOutboundIn(data)) == true { passed -= 1 }
        context.write(data, promise: promise)
    }

    private func passHeld(_ context: ChannelHandlerContext) {
        guard let held else { return }
        self.held = nil
        pass(held.part, context)
    }

    private func pass(_ head: Form.RequestPart, _ context: ChannelHandlerContext) {
        passHeld(context)
        passed += 1
        lastPassed = .now()
        context.fireChannelRead(wrapInboundOut(head))
    }

    private func write(_ response: PromptResponse, _ context: ChannelHandlerContext) {
        form?.write(response, in: context)
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

@available(*, unavailable)
extension PromptResponseHandler: Sendable {}
