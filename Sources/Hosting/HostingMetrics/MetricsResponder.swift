// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
package import Hummingbird
internal import NIOCore

/// Answers `GET /metrics`, for Prometheus.
package struct MetricsResponder: HTTPResponder {
    package typealias Context = BasicRequestContext
    package static let path = "/metrics"

    private let registry: MetricsRegistry

    package init(registry: MetricsRegistry) { self.registry = registry }

    package func respond(to request: Request, context: Context) async throws -> Response {
        guard request.uri.path == Self.path else { return Response(status: .notFound) }
        guard [.get, .head].contains(request.method) else {
            return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        return Response(
            status: .ok, headers: [.contentType: PrometheusText.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: await registry.text())))
    }
}
