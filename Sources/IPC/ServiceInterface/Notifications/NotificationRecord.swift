// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A notification of an app, as it is now.
package struct NotificationRecord: Codable, Equatable, Sendable {
    package enum State: String, OpenEnumeration {
        /// It waits for its time.
        case pending
        /// The person has been told.
        case delivered
        case unknown
    }

    package var bundleID: String
    package var request: NotificationRequest
    package var state: State
    /// Of what waits: when its time is (seconds since 1970); nil for never.
    package var next: Double?
    /// Of what was delivered: when (seconds since 1970).
    package var deliveredAt: Double?
    /// Of what was delivered: the desktop shows it.
    package var isShown: Bool?

    package init(
        bundleID: String, request: NotificationRequest, state: State, next: Double? = nil, deliveredAt: Double? = nil,
        isShown: Bool? = nil
    ) {
        self.bundleID = bundleID
        self.request = request
        self.state = state
        self.next = next
        self.deliveredAt = deliveredAt
        self.isShown = isShown
    }
}
