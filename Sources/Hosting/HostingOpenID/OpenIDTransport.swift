// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How a provider is asked.
package protocol OpenIDTransport: Sendable {
    /// - `form`: what is posted; nil for a GET.
    /// - Returns: the status, and the body.
    /// - Throws: `unavailable` when there is no answer.
    func send(
        _ url: String, authorization: String?, form: String?
    ) async throws(OpenIDError) -> (status: Int, body: [UInt8])
}
