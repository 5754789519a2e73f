// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore
internal import NIOHTTPTypesHTTP1

/// Puts a `PromptResponseHandler` where it has the least to do: in HTTP/1 before a request is made one of another form, else in
/// its own place. Then it goes.
package final class PromptHandlerPlacer: ChannelInboundHandler, RemovableChannelHandler {
    // It takes nothing: a pipeline has inbound handlers, outbound handlers, and no others.
    package typealias InboundIn = Never

    private let responder: any PromptResponder

    package init(_ responder: any PromptResponder) { self.responder = responder }

    package func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
                try pipeline.addHandler(
                    PromptResponseHandler<HTTP1PromptForm>(responder), position: .before(codec))
            } else {
                try pipeline.addHandler(PromptResponseHandler<StreamPromptForm>(responder), position: .after(self))
            }
        } catch { context.fireErrorCaught(error) }
        pipeline.removeHandler(context: context, promise: nil)
    }
}

@available(*, unavailable)
extension PromptHandlerPlacer: Sendable {}
