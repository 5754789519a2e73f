// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What becomes of a notification that is shown; each has the name that it was shown by.
package enum NotificationSignal: Equatable, Sendable {
    /// A person has chosen an action.
    ///
    /// - `token`: lets the app that is opened by it come to the front; nil where the server has none.
    case chosen(String, action: String, token: String?)
    /// A person has written something.
    case replied(String, text: String, token: String?)
    /// It is shown no more: a person has dismissed it, or its time is up.
    case closed(String, isByPerson: Bool)
    /// A server is gone, with all that it showed; nil where nobody knows which.
    case serverGone(String?)
}
