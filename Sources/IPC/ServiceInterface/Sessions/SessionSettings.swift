// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app wants of one of its background URL sessions.
package struct SessionSettings: Codable, Equatable, Sendable {
    /// The app is woken when all that it asked for has ended.
    package var sendsLaunchEvents: Bool
    /// The system chooses a good moment.
    package var isDiscretionary: Bool
    /// Networks that cost money are used.
    package var allowsExpensive: Bool
    /// Networks on which data is to be saved are used.
    package var allowsConstrained: Bool
    /// Seconds after which what has not ended has failed.
    package var resourceTimeout: Double

    package init(
        sendsLaunchEvents: Bool = true, isDiscretionary: Bool = false, allowsExpensive: Bool = true,
        allowsConstrained: Bool = true, resourceTimeout: Double = 604_800
    ) {
        self.sendsLaunchEvents = sendsLaunchEvents
        self.isDiscretionary = isDiscretionary
        self.allowsExpensive = allowsExpensive
        self.allowsConstrained = allowsConstrained
        self.resourceTimeout = resourceTimeout
    }
}
