// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a receiver has answered.
package struct WebhookAnswer: Equatable, Sendable {
    /// Of the body, that much is kept: it is shown to whoever looks for what is wrong.
    package static let longestBody = 4_096

    package let status: Int
    package let body: String

    package init(status: Int, body: String) {
        self.status = status
        self.body = String(body.prefix(Self.longestBody))
    }

    /// Whether the event has been taken.
    package var isSuccess: Bool { (200..<300).contains(status) }
}
