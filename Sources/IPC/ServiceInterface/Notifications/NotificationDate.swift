// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Parts of a date; those that are nil are not looked at.
package struct NotificationDate: Codable, Equatable, Sendable {
    /// As Foundation names its identifiers: `gregorian`; nil for the person's.
    package var calendar: String?
    /// As in `Europe/Berlin`; nil for where the device is.
    package var timeZone: String?
    package var era, year, month, day, hour, minute, second: Int?
    package var weekday, weekdayOrdinal, weekOfMonth, weekOfYear, yearForWeekOfYear: Int?

    package init(_ components: DateComponents) {
        calendar = components.calendar.map { "\($0.identifier)" }
        timeZone = components.timeZone?.identifier
        era = components.era
        year = components.year
        month = components.month
        day = components.day
        hour = components.hour
        minute = components.minute
        second = components.second
        weekday = components.weekday
        weekdayOrdinal = components.weekdayOrdinal
        weekOfMonth = components.weekOfMonth
        weekOfYear = components.weekOfYear
        yearForWeekOfYear = components.yearForWeekOfYear
    }

    package var components: DateComponents {
        DateComponents(
            calendar: identifier.map(Calendar.init(identifier:)),
            timeZone: timeZone.flatMap(TimeZone.init(identifier:)),
            era: era, year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            weekday: weekday, weekdayOrdinal: weekdayOrdinal, weekOfMonth: weekOfMonth, weekOfYear: weekOfYear,
            yearForWeekOfYear: yearForWeekOfYear)
    }

    private static let calendars: [Calendar.Identifier] = [
        .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem, .hebrew, .iso8601, .indian,
        .islamic, .islamicCivil, .japanese, .persian, .republicOfChina, .islamicTabular, .islamicUmmAlQura,
    ]

    private var identifier: Calendar.Identifier? { Self.calendars.first { "\($0)" == calendar } }

    /// The next time after `time` at which the date has these parts.
    ///
    /// - Parameters:
    ///   - time: seconds since 1970.
    ///   - zone: where the device is.
    /// - Returns: seconds since 1970; nil for never.
    package func next(after time: Double, in zone: TimeZone) -> Double? {
        var components = components
        var calendar = components.calendar ?? .current
        calendar.timeZone = components.timeZone ?? zone
        components.calendar = nil
        components.timeZone = nil
        let start = Date(timeIntervalSince1970: time)
        let exact = calendar.nextDate(after: start, matching: components, matchingPolicy: .strict)
        // An hour that clocks leave out comes when they go on. A day that a month has not got does not come.
        let next = calendar.nextDate(after: start, matching: components, matchingPolicy: .nextTime)
        guard let next, next < exact ?? .distantFuture, isDay(of: next, components, in: calendar) else {
            return exact?.timeIntervalSince1970
        }
        return next.timeIntervalSince1970
    }

    /// Whether a date is on the day that is meant, whatever its time.
    private func isDay(of date: Date, _ components: DateComponents, in calendar: Calendar) -> Bool {
        var day = components
        (day.hour, day.minute, day.second, day.nanosecond) = (nil, nil, nil, nil)
        return day == DateComponents() || calendar.date(date, matchesComponents: day)
    }
}
