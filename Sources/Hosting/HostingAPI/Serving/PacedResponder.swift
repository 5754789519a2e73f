// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Hummingbird
internal import NIOCore

/// Begins with no other answer of a connection before its event loop has seen the one before.
///
/// A write returns when it has been queued, and whether the client takes it is known only then. Without waiting for that, a client that
/// sends requests without end, and reads nothing, would have all their answers in memory.
package struct PacedResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context == HostRequestContext {
    /// Bytes of answers that are not worth waiting for: a request takes about as many.
    private static var smallBody: Int { 2 << 10 }

    package typealias Context = HostRequestContext

    private let inner: Inner

    package init(_ inner: Inner) { self.inner = inner }

    package func respond(to request: Request, context: Context) async throws -> Response {
        var response = try await inner.respond(to: request, context: context)
        let body = response.body
        if let length = body.contentLength, length <= Self.smallBody { return response }
        let eventLoop = context.eventLoop
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            try await body.write(PacedBodyWriter(writer, on: eventLoop))
            try await eventLoop.submit {}.get()
        }
        return response
    }
}
