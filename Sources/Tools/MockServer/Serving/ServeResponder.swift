// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingDelivery
package import Hummingbird

/// Answers each request from the endpoint, and writes a line about it when it has been answered.
package struct ServeResponder: HTTPResponder {
    private let endpoint: DeliveryEndpoint
    /// Nil when requests are not shown.
    private let log: RequestLog?

    package init(endpoint: DeliveryEndpoint, log: RequestLog?) {
        self.endpoint = endpoint
        self.log = log
    }

    package func respond(to request: Request, context: ServeContext) async throws -> Response {
        let start = ContinuousClock.now
        let response = await endpoint.respond(to: request, on: context.eventLoop)
        guard let log else { return response }
        return log.following(response, to: request, from: context.client, start: start)
    }
}
