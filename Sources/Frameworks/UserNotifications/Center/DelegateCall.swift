// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A delegate that is called in a task.
///
/// `@unchecked Sendable`: a delegate is not declared so, as on Apple's platforms, where it is called on whatever thread as well.
struct DelegateCall: @unchecked Sendable {
    let delegate: any UNUserNotificationCenterDelegate
}
