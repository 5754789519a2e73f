// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A time as people of this place write it.
enum LocalTime {
    /// `2026-11-21 09:15:02` in the local time zone.
    static func text(_ secondsSince1970: Double) -> String {
        guard secondsSince1970.isFinite, abs(secondsSince1970) < 1e11 else { return "at an impossible time" }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
        return formatter.string(from: Date(timeIntervalSince1970: secondsSince1970))
    }
}
