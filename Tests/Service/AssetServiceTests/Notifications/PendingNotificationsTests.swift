// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceInterface
import Testing

@testable import AssetService

@Suite("D6: Notifications that wait") struct PendingNotificationsTests {
    private func key(_ identifier: String, _ bundleID: String = "a") -> NotificationKey {
        NotificationKey(bundleID: bundleID, identifier: identifier)
    }

    private func request(_ identifier: String, after seconds: Double? = nil, repeats: Bool = false)
        -> NotificationRequest
    {
        NotificationRequest(
            identifier: identifier, content: NotificationContent(title: identifier),
            trigger: seconds.map { NotificationTrigger(seconds: $0, repeats: repeats) })
    }

    @Test("Of an app 64 wait at most: those whose time is first") func limit() {
        var pending = PendingNotifications(in: .gmt)
        for index in 0..<64 {
            #expect(pending.add(request("\(index)", after: 1000 - Double(index)), of: key("\(index)"), now: 0) == [])
        }
        #expect(pending.add(request("other", after: 1), of: key("other", "b"), now: 0) == [])
        #expect(pending.add(request("soon", after: 5), of: key("soon"), now: 0) == [key("0")])
        #expect(pending.add(request("late", after: 5000), of: key("late"), now: 0) == [key("late")])
        // In the place of one that is there.
        #expect(pending.add(request("soon", after: 6), of: key("soon"), now: 0) == [])
        #expect(pending.entries.count == 65)
        #expect(pending.nextTime == 1)
    }

    @Test("Those whose time has come go, the first first; one that repeats has its next time") func due() {
        var pending = PendingNotifications(in: .gmt)
        _ = pending.add(request("late", after: 90), of: key("late"), now: 0)
        _ = pending.add(request("again", after: 60, repeats: true), of: key("again"), now: 0)
        _ = pending.add(request("now"), of: key("now"), now: 0)
        #expect(pending.takeDue(now: 0).map(\.key) == [key("now")])
        #expect(pending.takeDue(now: 59).isEmpty)
        #expect(pending.takeDue(now: 500).map(\.key) == [key("again"), key("late")])
        #expect(pending.nextTime == 560)
        #expect(pending.entries.count == 1)
    }

    @Test("By a clock that was set back nothing comes later than if it were added now") func clock() {
        var pending = PendingNotifications(in: .gmt)
        for (name, seconds, time) in [("again", 60, 5_000), ("early", 60, 1_010), ("missed", 60, 900)] {
            pending.restore(
                key(name), request(name, after: Double(seconds), repeats: true), since: nil, time: Double(time),
                now: 1_000)
        }
        #expect(pending.entries[key("again")]?.time == 1_060)
        #expect(pending.entries[key("early")]?.time == 1_010)
        #expect(pending.entries[key("missed")]?.time == 900)
        pending.restore(key("late"), request("late", after: 60), since: 2_000, time: 2_060, now: 1_000)
        #expect(pending.entries[key("late")]?.time == 1_060)
        pending.restore(key("due"), request("due", after: 60), since: 900, time: 960, now: 1_000)
        #expect(pending.entries[key("due")]?.time == 960)
    }

    private func zone(_ hours: Int) throws -> TimeZone { try #require(TimeZone(secondsFromGMT: hours * 3600)) }

    private func request(_ identifier: String, at date: DateComponents, repeats: Bool = false) -> NotificationRequest {
        NotificationRequest(
            identifier: identifier, content: NotificationContent(title: identifier),
            trigger: NotificationTrigger(date: NotificationDate(date), repeats: repeats))
    }

    /// Seconds since 1970 of an hour of 15 January 2027, in UTC.
    private func hour(_ hour: Double) -> Double { 1_799_971_200 + hour * 3600 }

    @Test("Dates are those of the place where the device is; what is over there is due, what comes again comes again")
    func places() throws {
        var pending = PendingNotifications(in: .gmt)
        let day = DateComponents(year: 2027, month: 1, day: 15, hour: 9)
        _ = pending.add(request("day", at: day), of: key("day"), now: hour(8))
        _ = pending.add(request("daily", at: DateComponents(hour: 9), repeats: true), of: key("daily"), now: hour(8))
        let there = DateComponents(timeZone: .gmt, hour: 9)
        _ = pending.add(request("there", at: there), of: key("there"), now: hour(8))
        _ = pending.add(request("interval", after: 3600), of: key("interval"), now: hour(8))
        let past = DateComponents(year: 2026, month: 1, day: 15, hour: 9)
        _ = pending.add(request("past", at: past), of: key("past"), now: hour(8))
        func times() -> [String: Double?] {
            Dictionary(uniqueKeysWithValues: pending.entries.map { ($0.key.identifier, $0.value.time) })
        }
        #expect(
            times() == [
                "day": hour(9), "daily": hour(9), "there": hour(9), "interval": hour(9), "past": Double?.none,
            ])
        // To the west.
        pending.move(to: try zone(-5), now: hour(8.5))
        #expect(
            times() == [
                "day": hour(14), "daily": hour(14), "there": hour(9), "interval": hour(9), "past": Double?.none,
            ])
        // To the east, where nine is over since long: the one of this day is due, of those of each day the next one is tomorrow's.
        pending.move(to: try zone(2), now: hour(8.6))
        #expect(times()["day"] == hour(8.6) && times()["daily"] == hour(24 + 7))
        // Where it became nine since it was asked for.
        pending.move(to: try zone(1), now: hour(8.7))
        #expect(times()["day"] == hour(8.7) && times()["daily"] == hour(24 + 8))
        pending.move(to: TimeZone(secondsFromGMT: 1800) ?? .gmt, now: hour(8.8))
        #expect(times()["day"] == hour(8.5) && times()["daily"] == hour(8.5))
        // Told of, it is one of the next time.
        #expect(pending.takeDue(now: hour(8.8)).map(\.key.identifier) == ["daily", "day"])
        pending.move(to: .gmt, now: hour(8.9))
        #expect(times()["daily"] == hour(9))
    }

    @Test("A day that a month has not got does not come; an hour that clocks leave out comes when they go on")
    func daysThatAreNone() throws {
        let now: Double = 1_796_029_200  // 2026-11-30T09:00:00Z
        let leapDay = NotificationDate(DateComponents(month: 2, day: 29, hour: 10))
        #expect(leapDay.next(after: now, in: .gmt) == 1_835_431_200)  // 2028-02-29T10:00:00Z
        let last = NotificationDate(DateComponents(day: 31, hour: 8))
        #expect(last.next(after: now, in: .gmt) == 1_798_704_000)  // 2026-12-31T08:00:00Z
        let early = NotificationDate(DateComponents(hour: 2, minute: 30))
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        // 2027-03-27T12:00:00Z, and 2027-03-28T03:00:00+02:00.
        #expect(early.next(after: 1_806_148_800, in: berlin) == 1_806_195_600)
        #expect(NotificationDate(DateComponents(month: 2, day: 30)).next(after: now, in: .gmt) == nil)
    }

    @Test("What was recorded where clocks showed another time comes by those of the new place") func movedMeanwhile()
        throws
    {
        var pending = PendingNotifications(in: try zone(-5))
        let day = request("day", at: DateComponents(year: 2027, month: 1, day: 15, hour: 9))
        pending.restore(key("day"), day, since: hour(8), time: hour(9), now: hour(8.5))
        #expect(pending.entries[key("day")]?.time == hour(14))
        pending.restore(key("never"), day, since: hour(8), time: nil, now: hour(8.5))
        #expect(pending.entries[key("never")]?.time == nil)
        pending = PendingNotifications(in: try zone(5))
        pending.restore(key("day"), day, since: hour(8), time: hour(9), now: hour(8.5))
        #expect(pending.entries[key("day")]?.time == hour(8.5))
    }

    @Test("What a desktop calls a notification tells which it is") func names() {
        for identifier in ["photo", "", "with a space", " "] {
            let key = key(identifier, "com.example.game")
            #expect(NotificationKey(name: key.name) == key)
        }
        #expect(NotificationKey(name: "photo") == nil)
    }
}

extension PendingNotifications {
    /// All whose time has come.
    fileprivate mutating func takeDue(now: Double) -> [(key: NotificationKey, request: NotificationRequest)] {
        var due: [(key: NotificationKey, request: NotificationRequest)] = []
        while let first = takeFirstDue(now: now) { due.append(first) }
        return due
    }
}
