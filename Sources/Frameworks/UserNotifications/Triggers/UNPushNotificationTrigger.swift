// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A server has sent it. There is no push here, and none of these: code that asks whether a notification has this trigger compiles, and hears no.
public final class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    // @unchecked Sendable: it does not change.
}
