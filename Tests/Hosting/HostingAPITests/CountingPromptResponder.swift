// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingDelivery
import Synchronization

/// Counts what another responder answers at once.
final class CountingPromptResponder: PromptResponder {
    private let inner: any PromptResponder
    private let answers = Mutex(0)

    init(_ inner: any PromptResponder) { self.inner = inner }

    var count: Int { answers.withLock { $0 } }

    func promptResponse(to request: PromptRequest) -> PromptResponse? {
        let response = inner.promptResponse(to: request)
        if response != nil { answers.withLock { $0 += 1 } }
        return response
    }
}
