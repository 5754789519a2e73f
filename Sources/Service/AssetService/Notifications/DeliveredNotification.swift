// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DesktopNotifications
internal import ServiceInterface

/// What a person was told.
struct DeliveredNotification: Equatable, Sendable {
    let request: NotificationRequest
    /// Seconds since 1970.
    let time: Double
    /// The desktop's, which shows it; nil when it is not shown.
    var number: ShownNumber?
}
