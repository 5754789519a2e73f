// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Those of a stream of HTTP/2.
package struct StreamPromptForm: PromptForm {
    package init(_ context: ChannelHandlerContext) {}

    package func piece(of part: HTTPRequestPart) -> PromptPiece {
        switch part {
        case .head(let request):
            guard request.headerFields[.connection].map({ $0.lowercased() == "keep-alive" }) ?? true else {
                return .head(nil)
            }
            return .head(PromptRequest(request))
        case .body: return .body
        case .end(let trailers): return .end(isPlain: trailers == nil)
        }
    }

    package func isEnd(_ part: HTTPResponsePart) -> Bool { if case .end = part { true } else { false } }

    package func write(_ response: PromptResponse, in context: ChannelHandlerContext) {
        context.write(NIOAny(HTTPResponsePart.head(response.head)), promise: nil)
        if let body = response.body { context.write(NIOAny(HTTPResponsePart.body(body)), promise: nil) }
        context.write(NIOAny(HTTPResponsePart.end(nil)), promise: nil)
    }
}
