// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// What is known of an app that tells its person something.
struct NotificationApp: Equatable, Sendable {
    var authorization = NotificationAuthorization.undetermined
    var categories: [NotificationCategory] = []
    /// What it shows that there is new.
    var badge: Int64 = 0
}
