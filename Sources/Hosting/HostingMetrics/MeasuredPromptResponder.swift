// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
package import HostingDelivery
internal import NIOCore

/// Measures what another responder answers at once.
package struct MeasuredPromptResponder: PromptResponder {
    private let inner: any PromptResponder
    private let meters: RequestMeters
    private let kind: @Sendable (_ path: String) -> String

    /// - `kind`: of a request, by its path: one of a few.
    package init(
        _ inner: any PromptResponder, meters: RequestMeters, kind: @escaping @Sendable (_ path: String) -> String
    ) {
        self.inner = inner
        self.meters = meters
        self.kind = kind
    }

    package func promptResponse(to request: PromptRequest) -> PromptResponse? {
        let began = ContinuousClock.now
        guard let response = inner.promptResponse(to: request) else { return nil }
        let bytes = response.body?.readableBytes ?? 0
        meters.meters(of: kind(request.target), method: request.method.rawValue).record(
            status: response.status.code, bytes: bytes, took: began.duration(to: .now))
        return response
    }
}
