// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// When an event that a web hook has not taken is sent again.
package struct WebhookRetry: Equatable, Sendable, CustomStringConvertible {
    /// Those before.
    package let attempts: Int
    /// Not before it.
    package let time: Timestamp

    /// What comes before the time.
    package var words: String { "tried \(attempts == 1 ? "once" : "\(attempts) times"), and again at" }

    package var description: String { "\(words) \(time)" }
}
