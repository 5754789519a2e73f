// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Answers what it knows the answer of, on the event loop of the connection: it waits for nothing.
///
/// Most of what devices ask for is the same small things again and again. To hand each such request to a task, and its answer back,
/// costs several times what the answer does.
package protocol PromptResponder: Sendable {
    /// nil where it is to be answered as all others are.
    func promptResponse(to request: PromptRequest) -> PromptResponse?
}
