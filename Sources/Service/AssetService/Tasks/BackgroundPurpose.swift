// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app runs for in the background. It is let go of when nothing is left of these.
enum BackgroundPurpose: Hashable, Sendable {
    /// Background tasks, among them the events of URL sessions.
    case tasks
    /// What a person has done with a notification.
    case response
    /// What it does just after it has said that it has done one of these, as asking for the next one.
    ///
    /// - number: tells one such moment from others.
    case lastWords(number: UInt64)
}
