// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How far the delivery of an event to a web hook is.
package enum WebhookDeliveryState: String, CaseIterable, Codable, Hashable, Sendable {
    case succeeded = "SUCCEEDED"
    /// It is given up.
    case failed = "FAILED"
    /// It is sent, or sent once more, when its time has come.
    case pending = "PENDING"
}
