// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What requests for an address are answered with at once: what stays the same from one to the next was made out.
package struct PromptContent: Sendable {
    private let responder: ContentResponder
    private let handOver: ContentHandOver?
    /// Bytes that it holds in memory, about.
    package let cost: Int

    init(_ responder: ContentResponder, handOver: ContentHandOver? = nil, cost: Int = 0) {
        self.responder = responder
        self.handOver = handOver
        self.cost = cost
    }

    /// nil where there is more to it.
    package func response(to request: PromptRequest) -> PromptResponse? {
        responder.promptResponse(to: request, handOver)
    }
}
