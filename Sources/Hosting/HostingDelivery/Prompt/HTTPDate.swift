// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Dates as HTTP writes them (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - `second`: since 1970, of a year with four digits.
    static func text(second: Int64) -> String {
        var (time, parts) = (time_t(second), tm())
        guard gmtime_r(&time, &parts) != nil else { return "" }
        func digits(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        return
            "\(days[Int(parts.tm_wday)]), \(digits(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1_900) "
            + "\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec)) GMT"
    }
}
