// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Hummingbird

/// Measures what another responder answers, to the end of each answer.
package struct MeasuredResponder<Inner: HTTPResponder>: HTTPResponder {
    package typealias Context = Inner.Context

    /// Bytes of a body that is sent with its head, and whose end is not waited for.
    private static var shortBody: Int { 64 << 10 }

    private let inner: Inner
    private let meters: RequestMeters
    private let kind: @Sendable (_ path: String) -> String

    /// - `kind`: of a request, by its path: one of a few.
    package init(_ inner: Inner, meters: RequestMeters, kind: @escaping @Sendable (_ path: String) -> String) {
        self.inner = inner
        self.meters = meters
        self.kind = kind
    }

    package func respond(to request: Request, context: Context) async throws -> Response {
        let measurement = RequestMeasurement(
            meters.meters(of: kind(request.uri.path), method: request.method.rawValue))
        var response: Response
        do { response = try await inner.respond(to: request, context: context) } catch {
            measurement.end(status: 500)
            throw error
        }
        let (status, body) = (response.status.code, response.body)
        if let length = body.contentLength, length <= Self.shortBody {
            measurement.add(bytes: length)
            measurement.end(status: status)
            return response
        }
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            defer { measurement.end(status: status) }
            try await body.write(MeasuredBodyWriter(writer, measurement))
        }
        return response
    }
}
