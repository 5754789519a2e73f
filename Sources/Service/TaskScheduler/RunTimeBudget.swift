// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How long something of an app may run in the background, as its extension or its tasks: a daily allotment, more for apps in use and less for idle ones.
///
/// It comes back continuously, a whole allotment in a day, and no more than that is kept. Of the 14 days before today those count
/// on which the app was used, and those before it was installed by half: with d of them the allotment is
/// `base × 4^(d / 7 − 1)`. So a new app has the base, one that was used every day four times as much, and one that was not used
/// at all a quarter.
package struct RunTimeBudget: Equatable, Sendable {
    /// Days that count.
    package static let window = 14
    /// Seconds in a day.
    private static let day: Double = 86_400
    /// Part of the allotment that must be left for an app to be woken: what it begins it shall be able to finish.
    package static let leastPart: Double = 0.1

    /// Seconds that were left at `updatedAt`.
    package private(set) var level: Double
    /// Seconds since 1970.
    package private(set) var updatedAt: Double
    /// One bit for each day on which the app was used, the lowest for `lastDay`.
    package private(set) var usedDays: UInt32
    /// Days since 1970.
    package private(set) var lastDay: Int64
    /// Seconds since 1970.
    package let addedAt: Double

    /// That of an app that was added, and of which nothing has run.
    package init(addedAt: Double, base: Double) {
        self.init(
            level: base, updatedAt: addedAt, usedDays: 0, lastDay: Self.dayNumber(addedAt), addedAt: addedAt)
    }

    /// One that is on record.
    package init(level: Double, updatedAt: Double, usedDays: UInt32, lastDay: Int64, addedAt: Double) {
        self.level = level
        self.updatedAt = updatedAt
        self.usedDays = usedDays
        self.lastDay = lastDay
        self.addedAt = addedAt
    }

    /// Seconds a day.
    ///
    /// - `base`: that of a new app.
    package func allotment(now: Double, base: Double) -> Double {
        let used = (days(now: now) >> 1 & (1 << UInt32(Self.window) - 1)).nonzeroBitCount
        let age = max(0, Self.dayNumber(now) - Self.dayNumber(addedAt))
        let before = max(0, Int64(Self.window) - age)
        return base * pow(4, (Double(used) + Double(before) / 2) / 7 - 1)
    }

    /// Seconds that are left.
    package func remaining(now: Double, base: Double) -> Double {
        let allotment = allotment(now: now, base: base)
        return min(level + max(0, now - updatedAt) * allotment / Self.day, allotment)
    }

    /// Until when an app is not woken that has used up its run time (seconds since 1970); nil when it may be.
    package func exhaustedUntil(now: Double, base: Double) -> Double? {
        let allotment = allotment(now: now, base: base)
        let missing = allotment * Self.leastPart - remaining(now: now, base: base)
        guard missing > 0 else { return nil }
        let until = now + missing / allotment * Self.day
        // What is missing may be less than a clock tells apart.
        return until > now ? until : nil
    }

    /// Since when an app is not woken that has used up its run time (seconds since 1970); nil when it may be.
    package func exhaustedSince(now: Double, base: Double) -> Double? {
        // What is left only grows from when it was used last.
        exhaustedUntil(now: now, base: base) == nil ? nil : min(updatedAt, now)
    }

    /// Whether the clock has been set back behind what is on record, so that nothing would come back until then.
    package func isAhead(of now: Double) -> Bool { updatedAt > now || lastDay > Self.dayNumber(now) }

    /// What was noted on a clock that ran ahead counts as noted now.
    package mutating func follow(now: Double) {
        updatedAt = min(updatedAt, now)
        lastDay = min(lastDay, Self.dayNumber(now))
    }

    /// Something has run.
    package mutating func spend(_ seconds: Double, now: Double, base: Double) {
        level = max(0, remaining(now: now, base: base) - seconds)
        updatedAt = now
    }

    /// It may run a whole allotment from now on.
    package mutating func reset(now: Double, base: Double) {
        level = allotment(now: now, base: base)
        updatedAt = now
    }

    /// The app is in use.
    package mutating func noteUse(now: Double) {
        usedDays = days(now: now) | 1
        lastDay = max(lastDay, Self.dayNumber(now))
    }

    /// The days of use, the lowest bit for today.
    private func days(now: Double) -> UInt32 {
        // A clock that was set back makes no days of use.
        let passed = max(0, Self.dayNumber(now) - lastDay)
        return passed < UInt32.bitWidth ? usedDays << UInt32(passed) : 0
    }

    private static func dayNumber(_ time: Double) -> Int64 { Int64(exactly: (time / day).rounded(.down)) ?? 0 }
}
