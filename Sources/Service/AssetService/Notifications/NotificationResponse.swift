// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// What a person has done with a notification, and its app has not been told of.
struct NotificationResponse: Codable, Equatable, Sendable {
    let request: NotificationRequest
    /// Seconds since 1970.
    let deliveredAt: Double
    /// `default`, `dismiss`, or one of the category's.
    let action: String
    let text: String?
}
