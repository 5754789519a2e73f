// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A time, to the millisecond, as responses and the database have it.
package struct Timestamp: Comparable, Hashable, Sendable {
    /// Since 1970, in UTC.
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// - `seconds`: since 1970.
    package init(seconds: Double) { milliseconds = Int64((seconds * 1_000).rounded()) }

    package var seconds: Double { Double(milliseconds) / 1_000 }

    package static func < (first: Timestamp, second: Timestamp) -> Bool { first.milliseconds < second.milliseconds }
}

extension Timestamp: CustomStringConvertible {
    private static let millisecondsADay: Int64 = 86_400_000

    /// RFC 3339 in UTC, with three digits of a second: all clients read that (hosting-api 9).
    package var description: String {
        let day = Self.floor(milliseconds, Self.millisecondsADay)
        let (year, month, dayOfMonth) = Self.date(ofDay: day)
        let rest = milliseconds - day * Self.millisecondsADay
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
        }
        return digits(year, 4) + "-" + digits(month, 2) + "-" + digits(dayOfMonth, 2) + "T"
            + digits(rest / 3_600_000, 2) + ":" + digits(rest / 60_000 % 60, 2) + ":" + digits(rest / 1_000 % 60, 2)
            + "."
            + digits(rest % 1_000, 3) + "Z"
    }

    private static func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
    }

    /// The date of a day, counted from 1970. The year is taken to begin in March, so that the day that some years have more is
    /// its last one.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let days = day + 719_468
        let era = floor(days, 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        return (
            yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    /// - `month`: 1 to 12.
    private static func day(ofDate year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = floor(year, 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Reads RFC 3339, with any offset and any number of digits of a second; nil for anything else.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        func number(_ count: Int) -> Int64? {
            let digits = bytes.prefix(count)
            guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
            bytes = bytes.dropFirst(count)
            return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
        }
        func take(_ allowed: String) -> Bool {
            guard let byte = bytes.first, allowed.utf8.contains(byte) else { return false }
            bytes = bytes.dropFirst()
            return true
        }
        guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2), take("Tt "),
            let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2),
            (1...12).contains(month), day >= 1, hour < 24, minute < 60, second <= 60
        else { return nil }
        var milliseconds: Int64 = 0
        if take(".") {
            let digits = bytes.prefix { (48...57).contains($0) }
            guard !digits.isEmpty else { return nil }
            bytes = bytes.dropFirst(digits.count)
            milliseconds = (Array(digits) + [48, 48, 48]).prefix(3).reduce(0) { $0 * 10 + Int64($1 - 48) }
        }
        var offset: Int64 = 0
        if !take("Zz") {
            let isWest = bytes.first == UInt8(ascii: "-")
            guard take("+-"), let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60 else {
                return nil
            }
            offset = (hours * 60 + minutes) * (isWest ? -1 : 1)
        }
        let days = Self.day(ofDate: year, month, day)
        guard bytes.isEmpty, Self.date(ofDay: days) == (year, month, day) else { return nil }
        let minutes = hour * 60 + minute - offset
        self.init(milliseconds: days * Self.millisecondsADay + (minutes * 60 + second) * 1_000 + milliseconds)
    }
}
