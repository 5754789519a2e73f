// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// When a mail is sent once more that its server has not taken, as mail servers do among themselves (RFC 5321, 4.5.4.1): for
/// five days.
package enum MailRetries {
    /// Seconds after the first try, the second, and so on.
    private static let pauses: [Double] = [
        60, 300, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 86_400, 86_400, 86_400,
    ]

    /// - `attempt`: how many tries there were, 1 or more.
    /// - Returns: nil when it is given up.
    package static func pause(after attempt: Int) -> Double? {
        attempt >= 1 && attempt <= pauses.count ? pauses[attempt - 1] : nil
    }
}
